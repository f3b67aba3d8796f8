// The table of knowledge: cards by places, how likely each is, given what somebody knows.

import { h } from "../dom.js";
import { colourClass } from "../pieces.js";
import { session } from "../session.js";
import { recall, remember } from "../store.js";
import { KNOWING } from "../texts.js";
import { Asker } from "./asker.js";
import { bySuit } from "./kripke.js";
import { inColour, part, short, toggle } from "./parts.js";

const texts = KNOWING.heat;

export function heat({ open, you }) {
  const asker = new Asker((path) => session.get(path));
  const { cards, seats } = session.table.game;
  const choice = open ? ["all", ...seats.keys()] : [you ?? "all"];
  let chosen = open && you !== null ? you : choice[0];
  const order = [...bySuit(cards).values()].flat().map((face) => face.number);

  const buttons = choice.map((eyes) =>
    toggle(
      {
        "data-eyes": eyes,
        style: inColour(eyes),
        title: eyes === "all" ? texts.allTip : null,
        onclick: () => look(eyes),
      },
      eyes === chosen,
      h("i"),
      eyes === "all" ? texts.all : seats[eyes],
    ),
  );
  const caption = h("caption");
  const head = h("thead");
  const bodies = h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": texts.title });
  const table = h("table", null, caption, head);
  bodies.append(table);
  const note = h("div", { class: "note", hidden: true });
  const legend = h("div", { class: "marks" });
  // The truth is for those who stand behind the players: nobody who sits there is even told.
  let truth = open && you === null && recall("truth", false);
  const marking = toggle({ "data-do": "truth", title: texts.truthTip, onclick: flip }, truth, texts.truth);
  const node = part(
    "heat",
    texts.title,
    choice.length > 1
      ? h("fieldset", { class: "switches eyes" }, h("legend", null, texts.eyes), ...buttons)
      : null,
    open && you === null ? h("div", { class: "switches tell" }, marking) : null,
    bodies,
    legend,
    note,
  );

  function flip() {
    truth = !truth;
    remember("truth", truth);
    marking.setAttribute("aria-pressed", String(truth));
    show();
  }

  function look(eyes) {
    chosen = eyes;
    buttons.forEach((button, k) => button.setAttribute("aria-pressed", String(choice[k] === chosen)));
    show();
  }

  function show() {
    asker.ask(`knowledge?at=${session.at}&eyes=${chosen}`, draw, (error) => say(error.message));
    mark();
  }

  /** What else there is to say; the rules of which something is not followed below it. */
  function say(text, unfollowed = [], doubtful = false) {
    note.hidden = !text;
    note.classList.toggle("unfollowed", doubtful);
    note.replaceChildren(
      ...(doubtful ? [h("strong", null, texts.unfollowed)] : []),
      h("p", null, text ?? ""),
      ...(unfollowed.length ? [h("ul", null, ...unfollowed.map(reason))] : []),
    );
  }

  const reason = (each) =>
    h(
      "li",
      null,
      `${each.words.charAt(0).toUpperCase()}${each.words.slice(1)}.`,
      each.line === null ? null : h("code", { "data-line": texts.line(each.line) }, each.rule),
    );

  /** What is known and what is only believed, each with its mark. */
  function explain(answer) {
    const about = answer.estimate;
    const believed = !about
      ? texts.marks.believed
      : about.samples === "0"
        ? texts.marks.bounds(about.text)
        : texts.marks.about(about.samples, about.text);
    legend.hidden = !answer.rows.length;
    legend.replaceChildren(
      h("span", null, h("i", { class: "sure" }), h("i", { class: "no" }, "·"), texts.marks.known),
      h("span", null, h("i", { class: "likely" }), believed),
      truth ? h("span", null, h("i", { class: "here" }), texts.marks.truth) : "",
    );
  }

  function draw(answer) {
    const doubtful = answer.rows.length > 0 && !answer.exact;
    say(answer.note ?? (answer.rows.length ? null : texts.none), answer.unfollowed, doubtful);
    explain(answer);
    table.hidden = !answer.rows.length;
    let number = short(answer.count);
    if (answer.estimate) number = texts.about(number);
    else if (!answer.exact) number = texts.atMost(number);
    const deals = texts.deals(number);
    const mine = !open && answer.eyes === you;
    const who = seats[answer.eyes];
    const told =
      answer.eyes === "all" ? texts.forAll(deals) : mine ? texts.forYou(deals) : texts.forSeat(who, deals);
    if (caption.textContent !== told) caption.textContent = told;
    caption.title = answer.count;
    const columns = answer.columns.map((column) =>
      h("th", { scope: "col", "data-key": column.key, style: inColour(column.seat) }, column.name),
    );
    head.replaceChildren(h("tr", null, h("th", { scope: "col", class: "what" }, texts.card), ...columns));
    table.querySelectorAll("tbody").forEach((body) => body.remove());
    const rows = new Map(answer.rows.map((row) => [row.card, row]));
    let suit = null;
    let body = null;
    for (const number of [
      ...order.filter((card) => rows.has(card)),
      ...[...rows.keys()].filter((card) => !order.includes(card)),
    ]) {
      const face = cards[number];
      if (body === null || face.suit !== suit) {
        suit = face.suit;
        body = table.appendChild(h("tbody"));
      }
      body.append(line(face, number, rows.get(number), answer));
    }
    mark();
  }

  function line(face, number, row, { columns, estimate, truth: real }) {
    const about = Boolean(estimate);
    const title = texts.look(face.name);
    const pick = h(
      "button",
      { type: "button", class: colourClass(face.colour), title, "aria-label": face.name },
      face.symbol,
    );
    const cells = row.chances.map((chance, k) => {
      const sure = chance >= 1 - 1e-9;
      const here = truth && real?.[number] === columns[k].key;
      const look = [chance <= 0 ? "no" : sure ? "sure" : "likely", here ? "here" : ""].join(" ").trim();
      const spoken = texts.spoken(chance, about) + (here ? texts.spokenTruth : "");
      const shown = about && chance > 0 && !sure ? `~${texts.chance(chance)}` : texts.chance(chance);
      const style = { ...inColour(columns[k].seat), "--p": `${(6 + 38 * Math.min(1, chance)).toFixed(1)}%` };
      return h("td", { class: look, "aria-label": spoken, style }, shown.replace(/^~([<>])/, "$1"));
    });
    return h(
      "tr",
      { "data-card": number, onclick: () => session.pick(number) },
      h("th", { scope: "row" }, pick),
      ...cells,
    );
  }

  function mark() {
    for (const row of table.querySelectorAll("tr[data-card]"))
      row.classList.toggle("picked", Number(row.dataset.card) === session.picked);
  }

  return { node, show };
}

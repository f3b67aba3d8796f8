// The table of knowledge: cards by places, how likely each is, given what somebody knows.

import { h } from "../dom.js";
import { colourClass } from "../pieces.js";
import { session } from "../session.js";
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
      { "data-eyes": eyes, style: inColour(eyes), onclick: () => look(eyes) },
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
  const note = h("p", { class: "note", hidden: true });
  const node = part(
    "heat",
    texts.title,
    choice.length > 1
      ? h("fieldset", { class: "switches eyes" }, h("legend", null, texts.eyes), ...buttons)
      : null,
    bodies,
    note,
  );

  function look(eyes) {
    chosen = eyes;
    buttons.forEach((button, k) => button.setAttribute("aria-pressed", String(choice[k] === chosen)));
    show();
  }

  function show() {
    asker.ask(`knowledge?at=${session.at}&eyes=${chosen}`, draw, (error) => say(error.message));
    mark();
  }

  function say(text) {
    note.hidden = !text;
    note.textContent = text ?? "";
  }

  function draw(answer) {
    say(answer.note ?? (answer.rows.length ? null : texts.none));
    table.hidden = !answer.rows.length;
    const deals = texts.deals(short(answer.count));
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
      body.append(line(face, number, rows.get(number), answer.columns));
    }
    mark();
  }

  function line(face, number, row, columns) {
    const title = texts.look(face.name);
    const pick = h(
      "button",
      { type: "button", class: colourClass(face.colour), title, "aria-label": face.name },
      face.symbol,
    );
    const cells = row.chances.map((chance, k) => {
      const sure = chance >= 1 - 1e-9;
      const look = chance <= 0 ? "no" : sure ? "sure" : null;
      const style = { ...inColour(columns[k].seat), "--p": `${(6 + 38 * Math.min(1, chance)).toFixed(1)}%` };
      return h("td", { class: look, "aria-label": texts.spoken(chance), style }, texts.chance(chance));
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

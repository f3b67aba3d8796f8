// The Kripke viewer: who may have a card, and who can tell which worlds apart.

import { h } from "../dom.js";
import { colourClass } from "../pieces.js";
import { session } from "../session.js";
import { recall, remember } from "../store.js";
import { KNOWING } from "../texts.js";
import { Asker } from "./asker.js";
import { morph } from "./morph.js";
import { inColour, part, toggle } from "./parts.js";

const texts = KNOWING.kripke;

export function kripke({ open, you }) {
  if (!open && you === null) return closed();
  const asker = new Asker((path) => session.get(path));
  const { cards, seats } = session.table.game;
  const suits = bySuit(cards);
  const key = `hidden.${seats.length}`;
  const hidden = new Set(recall(key, []));
  let drawn = null;

  const suitRow = h("div", { class: "choices", role: "group", "aria-label": texts.suits });
  const rankRow = h("div", { class: "choices", role: "group", "aria-label": texts.ranks });
  const face = h("span", { class: "mini", "aria-hidden": "true" });
  const name = h("strong");
  const where = h("span", { class: "where" });
  const worlds = h("span", { class: "worlds" });
  const figure = h("figure", { class: "model" });
  const note = h("p", { class: "note", hidden: true });
  const legend = h("div", { class: "legend" });
  const chooser = h("div", { class: "chooser" }, suitRow, rankRow);
  const heading = h(
    "div",
    { class: "heading" },
    face,
    h("p", { "aria-live": "polite" }, name, worlds, h("br"), where),
  );
  const switches = h("fieldset", { class: "switches" }, h("legend", null, texts.seats), legend);
  const node = part(
    "kripke",
    open ? texts.title : texts.own,
    chooser,
    heading,
    figure,
    note,
    switches,
    marks(open),
  );

  for (const [suit, own] of suits) {
    const ink = `suit ${colourClass(own[0].colour)}`;
    const title = own[0].suit_name || suit;
    const look = { "data-suit": suit, class: ink, title, "aria-label": title, onclick: () => take(suit) };
    suitRow.append(toggle(look, false, suitSign(own[0])));
  }
  suitRow.hidden = suits.size < 2;

  /** The same rank of another suit, if there is one. */
  function take(suit) {
    const now = cards[chosen()];
    const own = suits.get(suit);
    session.pick((own.find((each) => each.rank === now.rank) ?? own[0]).number);
  }

  /** The card to be shown: the one that was picked, or one that is worth a look. */
  function chosen() {
    const picked = session.picked;
    if (picked !== null && picked !== undefined && cards[picked]) return picked;
    return favourite(cards);
  }

  function show() {
    const number = chosen();
    const now = cards[number];
    choose(now, number);
    const path = `kripke?at=${session.at}&card=${encodeURIComponent(now.text)}`;
    asker.ask(path, draw, (error) =>
      draw({ svg: "", note: error.message, where: "", agents: [], worlds: 0 }),
    );
  }

  function choose(now, number) {
    const suit = [...suits].find(([, own]) => own.some((each) => each.number === number))?.[0];
    for (const button of suitRow.children)
      button.setAttribute("aria-pressed", String(button.dataset.suit === suit));
    if (rankRow.dataset.suit !== suit) {
      rankRow.dataset.suit = suit;
      rankRow.replaceChildren(
        ...(suits.get(suit) ?? []).map((each) => {
          const onclick = () => session.pick(each.number);
          const look = { "data-rank": each.rank || each.text, "data-card": each.number, title: each.name };
          return toggle({ ...look, "aria-label": each.name, onclick }, false, each.rank || each.symbol);
        }),
      );
    }
    for (const button of rankRow.children)
      button.setAttribute("aria-pressed", String(Number(button.dataset.card) === number));
    if (face.dataset.card !== String(number)) {
      face.dataset.card = number;
      face.textContent = now.symbol;
      face.className = `mini ${colourClass(now.colour)}`;
      name.textContent = capital(now.name);
    }
  }

  function draw(answer) {
    where.textContent = answer.where;
    worlds.textContent = answer.svg ? ` ${texts.worlds(answer.worlds)}` : "";
    worlds.dataset.worlds = answer.worlds;
    figure.dataset.at = answer.at ?? "";
    note.hidden = !answer.note;
    note.textContent = answer.note ?? "";
    figure.hidden = switches.hidden = !answer.svg;
    if (!answer.svg) return;
    drawn = morph(figure, drawn, answer.svg);
    drawn.setAttribute("aria-label", answer.text);
    answer.agents.forEach((agent) => {
      let button = legend.querySelector(`[data-agent="${agent.seat}"]`);
      if (!button) {
        const look = {
          "data-agent": agent.seat,
          style: inColour(agent.seat),
          onclick: () => flip(agent.seat),
        };
        button = toggle(look, true, h("i"), h("span"), h("small"));
        legend.append(button);
      }
      button.children[1].textContent = agent.name;
      button.children[2].textContent = agent.worlds ?? "";
      button.title = texts.seat(agent.name, agent.worlds);
    });
    hide();
  }

  function flip(seat) {
    if (!hidden.delete(seat)) hidden.add(seat);
    remember(key, [...hidden]);
    hide();
  }

  function hide() {
    for (const line of figure.querySelectorAll("[data-agent]"))
      line.classList.toggle("kz-off", hidden.has(Number(line.dataset.agent)));
    for (const button of legend.children)
      button.setAttribute("aria-pressed", String(!hidden.has(Number(button.dataset.agent))));
  }

  return { node, show };
}

function closed() {
  const node = part("kripke", texts.title, h("p", { class: "note" }, KNOWING.closed));
  return { node, show() {} };
}

function marks(open) {
  return h(
    "div",
    { class: "marks" },
    h("p", null, texts.help, open ? ` ${texts.choose}` : null),
    h("span", null, h("i", { class: "gold" }), texts.marks.true),
    h("span", null, h("i", { class: "heavy" }), texts.marks.heavy),
    h("span", null, h("i", { class: "dot" }), texts.marks.dot),
  );
}

/** Cards by suit; one that is only a suit, as for choosing trumps, is none of them. */
export function bySuit(cards) {
  const found = new Map();
  cards.forEach((face, number) => {
    const own = found.get(face.suit ?? "") ?? [];
    own.push({ ...face, number });
    found.set(face.suit ?? "", own);
  });
  for (const [suit, own] of found) {
    const ranked = own.filter((face) => face.rank);
    if (ranked.length) found.set(suit, ranked);
  }
  return found;
}

const SIGNS = { SPADES: "♠", HEARTS: "♥", CLUBS: "♣", DIAMONDS: "♦" };

/** The sign of a suit, or its name where it has none. */
const suitSign = (face) => SIGNS[face.suit] ?? capital(face.suit_name || face.suit || "");

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** The queen of hearts if nothing is said against her; else a card that somebody can only guess. */
function favourite(cards) {
  const queen = cards.findIndex((face) => face.text === "QH");
  if (queen >= 0) return queen;
  const seen = new Set(
    Object.values(session.moment?.places ?? {}).flatMap((there) => (Array.isArray(there) ? there : [])),
  );
  const unseen = cards.findIndex((face, number) => face.rank && !seen.has(number));
  const held = (session.moment?.places ?? {})["HAND 0"];
  if (unseen >= 0) return unseen;
  return Array.isArray(held) && held.length ? held[0] : 0;
}

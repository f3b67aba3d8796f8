// Words with cards in them, and the cards themselves: an <svg> that uses a symbol of the deck's sprite.

import { h } from "./dom.js";
import { named } from "./names.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";

// [ "plays ", {card: 12}, {seat: 1, text: "East"} ] -> what a reader sees
export function pieces(list) {
  const fragment = document.createDocumentFragment();
  for (const piece of list ?? []) {
    if (typeof piece === "string") fragment.append(...inked(piece));
    else if (piece.card !== undefined) fragment.append(inWords(piece.card));
    else fragment.append(inColour(piece));
  }
  return fragment;
}

// The signs of suits in a text have their colours: "2♥", a bid.
function inked(text) {
  const suits = [...new Set(session.cards.map((face) => face.suit).filter(Boolean))].map(suitSign);
  const signs = new Map(suits.filter((sign) => /^[♥♦♣♠]$/u.test(sign.text)).map((sign) => [sign.text, sign]));
  return text
    .split(/([♥♦♣♠])/u)
    .filter(Boolean)
    .map((part) => (signs.has(part) ? h("span", { class: `face ${colourClass(signs.get(part).colour)}` }, part) : part));
}

function inColour(piece) {
  const { seat, text } = piece;
  const marks = { class: "who", "data-seat": seat, "data-word": text, style: seatColour(seat) };
  return h("span", marks, named(piece));
}

// The same as plain text, for labels that are read aloud.
export function plain(list) {
  return (list ?? [])
    .map((piece) => {
      if (typeof piece === "string") return piece;
      return piece.card !== undefined ? (session.cards[piece.card]?.name ?? "") : named(piece);
    })
    .join("");
}

function inWords(number) {
  const face = session.cards[number];
  if (!face) return TEXTS.aCard;
  return h(
    "span",
    { class: `face ${colourClass(face.colour)}`, title: face.name },
    h("span", { "aria-hidden": "true" }, face.symbol),
    h("span", { class: "unseen" }, face.name),
  );
}

export function colourClass(colour) {
  return colour ? `ink-${colour}` : "ink-black";
}

// A seat's colour as the style of whatever belongs to it.
export function seatColour(seat) {
  return { "--seat": `var(--seat-${seat % 8})` };
}

// card(12), card(null) for a back; options: label: what it is called, or false where an element around it has the name;
// numbered: false where one has the number (data-card) already
export function card(number, { label = true, numbered = true } = {}) {
  const face = number === null || number === undefined ? null : session.cards[number];
  const name = label === true ? (face ? face.name : TEXTS.faceDown) : label;
  return h(
    "svg",
    {
      class: "card",
      viewBox: "0 0 100 140",
      "data-card": face && numbered ? number : null,
      role: label ? "img" : null,
      "aria-label": label ? name : null,
      "aria-hidden": label ? null : "true",
    },
    h("use", { href: `#card-${face ? number : "back"}` }),
  );
}

// The sign of a suit, from any card that has it: {text, name, colour}
export function suitSign(suit) {
  const face = session.cards.find((one) => one.suit === suit);
  if (!face) return null;
  const text = face.rank && face.symbol !== face.rank ? face.symbol.replace(face.rank, "") : face.symbol;
  return {
    text: text.trim() || face.symbol,
    name: face.suit_name ?? suit.toLowerCase(),
    colour: face.colour,
  };
}

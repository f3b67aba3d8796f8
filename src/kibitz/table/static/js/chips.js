// Chips: what the rules keep about a seat, a team or the table, as small counters with a name and a value.

import { h } from "./dom.js";
import { nameOfOne } from "./names.js";
import { colourClass, suitSign } from "./pieces.js";

const FRENCH = ["clubs", "diamonds", "hearts", "spades"]; // whose signs everybody knows

// A number, a name, or whoever sits at a seat.
const valueOf = (chip) => (chip.seat === undefined ? chip.value : nameOfOne(chip.seat));

export function chipView(chip) {
  const sign = chip.suit ? suitSign(chip.suit) : null;
  const value = sign
    ? h(
        "b",
        { class: `sign ${colourClass(sign.colour)}` },
        h("span", { "aria-hidden": "true" }, sign.text),
        FRENCH.includes(sign.name) ? h("span", { class: "unseen" }, sign.name) : [" ", h("span", { class: "suit-name" }, sign.name)],
      )
    : h("b", null, valueOf(chip));
  return h(
    "span",
    { class: `chip${sign ? " suit" : ""}`, "data-chip": chip.name },
    chip.name ? [h("span", { class: "chip-name" }, chip.name), " "] : null,
    value,
  );
}

export function chipsText(chips) {
  return (chips ?? []).map((chip) => `${chip.name} ${valueOf(chip)}`.trim()).join(", ");
}

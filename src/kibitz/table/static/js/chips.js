// Chips: what the rules keep about a seat, a team or the table, as small counters with a name and a value.

import { h } from "./dom.js";
import { colourClass, suitSign } from "./pieces.js";

export function chipView(chip) {
  const sign = chip.suit ? suitSign(chip.suit) : null;
  const value = sign
    ? h(
        "b",
        { class: `sign ${colourClass(sign.colour)}` },
        h("span", { "aria-hidden": "true" }, sign.text),
        h("span", { class: "unseen" }, sign.name),
      )
    : h("b", null, chip.value);
  return h(
    "span",
    { class: `chip${sign ? " suit" : ""}`, "data-chip": chip.name },
    h("span", { class: "chip-name" }, chip.name),
    " ",
    value,
  );
}

export function chipsText(chips) {
  return (chips ?? []).map((chip) => `${chip.name} ${chip.value}`).join(", ");
}

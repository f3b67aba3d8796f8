// What the parts of the panel share: folding, switches, colours, and numbers one can read.

import { h } from "../dom.js";
import { recall, remember } from "../store.js";

/** A part of the panel that can be folded; whether it is, is remembered. */
export function part(id, title, ...children) {
  const open = recall(`fold.${id}`, true);
  const node = h(
    "details",
    { id, class: "part", open },
    h("summary", null, h("h2", null, title)),
    ...children,
  );
  node.addEventListener("toggle", () => remember(`fold.${id}`, node.open));
  return node;
}

/** A button that is on or off. */
export const toggle = (attributes, on, ...children) =>
  h("button", { type: "button", "aria-pressed": String(Boolean(on)), ...attributes }, ...children);

const RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** `10⁶` */
export const power = (n) => `10${[...String(n)].map((digit) => RAISED[digit]).join("")}`;

/** Digits with commas, or `8.3 × 10²⁰` where there are too many to read. */
export function short(text) {
  const digits = text.replaceAll(",", "");
  if (digits.length <= 9) return text;
  const lead = (Number(digits.slice(0, 3)) / 100).toFixed(1);
  return lead === "10.0" ? `1.0 × ${power(digits.length)}` : `${lead} × ${power(digits.length - 1)}`;
}

/** The colour of a seat, for whatever is drawn in it; grey for what is nobody's. */
export const inColour = (seat) => ({
  "--own": typeof seat === "number" ? `var(--seat-${seat % 8})` : "var(--quiet)",
});

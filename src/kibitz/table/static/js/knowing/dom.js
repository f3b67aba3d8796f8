// Making elements, and numbers one can read.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "style") for (const [key, v] of Object.entries(value)) node.style.setProperty(key, v);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return node;
}

/** An HTML element; `on…` attributes are listeners, `style` an object of properties. */
export const h = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);

/** An SVG element. */
export const s = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** A part of the panel that can be folded; whether it is, is remembered. */
export function part(id, title, ...children) {
  const key = `kibitz.fold.${id}`;
  const open = remembered(key, true);
  const node = h("details", { id, class: "part", open }, h("summary", null, h("h2", null, title)), ...children);
  node.addEventListener("toggle", () => remember(key, node.open));
  return node;
}

/** What this browser remembers; nothing if it may not. */
export function remembered(key, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window: then it is forgotten.
  }
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
export const inColour = (seat) => ({ "--own": typeof seat === "number" ? `var(--seat-${seat % 8})` : "var(--quiet)" });

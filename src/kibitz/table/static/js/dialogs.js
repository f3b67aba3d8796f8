// Dialogs: one <dialog> at a time, with a title and a way out; the browser keeps the focus inside and gives it back.

import { h, patch } from "./dom.js";
import { TEXTS } from "./texts.js";

let open = null;

// content() gives the children; the dialog is filled anew by `refresh` while it is open
export function show(title, content, { wide = false, id = null } = {}) {
  shut();
  const body = h("div", { class: "dialog-body" });
  const element = h(
    "dialog",
    { class: wide ? "wide" : null, id, "aria-label": title },
    h(
      "header",
      null,
      h("h2", null, title),
      h(
        "button",
        { type: "button", class: "plain", "aria-label": TEXTS.close, onclick: () => element.close() },
        "×",
      ),
    ),
    body,
  );
  element.addEventListener("close", () => {
    element.remove();
    if (open?.element === element) open = null;
  });
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  open = { element, body, content };
  patch(body, content());
  if (!body.querySelector("a, button, input, select, textarea, summary")) readable(body, title);
  element.showModal();
  return element;
}

// Where there is only text, the keyboard must be able to scroll it.
function readable(body, title) {
  body.tabIndex = 0;
  body.setAttribute("role", "region");
  body.setAttribute("aria-label", title);
}

export function refresh() {
  if (open) patch(open.body, open.content());
}

export function shut() {
  open?.element.close();
}

export const isOpen = () => open !== null;

// Rules come as plain text: paragraphs between empty lines; a short first sentence names the paragraph.
// Lines that begin with "- " are items of a list, which go on in indented lines.
export function prose(text) {
  return text.trim().split(/\n\s*\n/).flatMap(paragraph);
}

function paragraph(text) {
  const parts = [];
  for (const line of text.split("\n")) {
    const item = line.startsWith("- ");
    const words = line.replace(/^- /, "").trim();
    const last = parts.at(-1);
    if (last && !item && (!last.item || line.startsWith(" "))) last.words += ` ${words}`;
    else parts.push({ item, words });
  }
  return parts.map(({ item, words }, n) => {
    if (item) return parts[n - 1]?.item ? null : h("ul", null, ...itemsFrom(parts, n));
    const named = words.match(/^(The [a-zéè]+|[A-Z][a-zéè]+)\. (.+)$/);
    return named ? h("p", null, h("strong", null, `${named[1]}. `), named[2]) : h("p", null, words);
  });
}

function itemsFrom(parts, first) {
  const after = parts.findIndex(({ item }, n) => n > first && !item);
  return parts.slice(first, after < 0 ? undefined : after).map(({ words }) => h("li", null, words));
}

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
export function prose(text) {
  return text
    .trim()
    .split(/\n\s*\n/)
    .map((paragraph) => {
      const words = paragraph.replace(/\s+/g, " ");
      const named = words.match(/^(The [a-zéè]+|[A-Z][a-zéè]+)\. (.+)$/);
      return named ? h("p", null, h("strong", null, `${named[1]}. `), named[2]) : h("p", null, words);
    });
}

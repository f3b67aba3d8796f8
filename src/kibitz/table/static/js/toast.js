// Short messages at the edge of the page: errors (role=alert) and small news (role=status).

import { $, h, sentence } from "./dom.js";
import { TEXTS } from "./texts.js";

const STAYS = 7000;

export function toast(text, hint = null, kind = "alert") {
  const shelf = $("toasts");
  if (!shelf) return;
  const same = [...shelf.children].find((child) => child.dataset.text === text);
  same?.remove();
  const note = h(
    "div",
    { class: `toast ${kind}`, role: kind, "data-text": text },
    h("p", null, h("strong", null, sentence(text)), hint ? h("span", { class: "hint-text" }, sentence(hint)) : null),
    h("button", { class: "plain", "aria-label": TEXTS.dismiss, onclick: () => note.remove() }, "×"),
  );
  shelf.append(note);
  setTimeout(() => note.remove(), STAYS);
  while (shelf.children.length > 3) shelf.firstChild.remove();
}

export const news = (text) => toast(text, null, "status");
export const trouble = (error) => toast(error.message ?? String(error), error.hint ?? null);

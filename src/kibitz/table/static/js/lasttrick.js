// The last trick, to be looked at once more: its cards in the order they were played, and who took it.

import { $, h, patch } from "./dom.js";
import { card, seatColour } from "./pieces.js";
import { nameOf } from "./names.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";

let open = false;

export function startLastTrick() {
  session.subscribe(update);
}

export function toggleLastTrick(on = !open) {
  open = on;
  update();
}

function update() {
  const trick = session.moment?.last_trick ?? null;
  const button = $("last-trick");
  if (!button) return;
  button.disabled = !trick;
  button.setAttribute("aria-expanded", String(open && Boolean(trick)));
  const panel = $("last-trick-cards");
  panel.hidden = !open || !trick;
  if (panel.hidden) return;
  const title =
    trick.taker === null || trick.taker === undefined
      ? TEXTS.lastTrickNobody
      : TEXTS.lastTrickOf(nameOf(trick.taker));
  patch(
    panel,
    h(
      "header",
      null,
      h("strong", null, title),
      h(
        "button",
        { type: "button", class: "plain", "aria-label": TEXTS.close, onclick: () => toggleLastTrick(false) },
        "×",
      ),
    ),
    h(
      "ol",
      null,
      trick.cards.map((played, index) =>
        h(
          "li",
          { class: played.seat === trick.taker ? "taker" : null, style: seatColour(played.seat) },
          card(played.card),
          h("span", { class: "who" }, nameOf(played.seat)),
          h(
            "small",
            null,
            [index === 0 ? TEXTS.led : null, played.seat === trick.taker ? TEXTS.took : null]
              .filter(Boolean)
              .join(" · "),
          ),
        ),
      ),
    ),
  );
}

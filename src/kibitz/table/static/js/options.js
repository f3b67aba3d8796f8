// Options that are not simply a card of the hand: guesses, bids, sets of cards. Buttons, and a search where there are many.

import { h } from "./dom.js";
import { play } from "./decision.js";
import { isHinted } from "./hand.js";
import { pieces, plain } from "./pieces.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";

const MANY = 40; // options that are shown without a search
let wanted = "";
let wantedAt = -1;

// About how many letters wide a label is: a card takes three.
function width(label) {
  return label.reduce(
    (sum, piece) =>
      sum + (typeof piece === "string" ? piece.length : piece.card !== undefined ? 3 : piece.text.length),
    0,
  );
}

export function optionsView(moment, byCard) {
  if (!session.live || !session.status.may?.act || !moment.actions.length) return [];
  const onCards = new Set([...byCard.values()]);
  const others = moment.actions.filter((action) => !onCards.has(action));
  const picked = moment.picked ?? [];
  if (!others.length && !picked.length) return [];
  if (wantedAt !== moment.at) {
    wanted = "";
    wantedAt = moment.at;
  }
  const many = others.length > MANY;
  const matching = others.filter(
    (action) =>
      !wanted ||
      plain(action.label).toLowerCase().includes(wanted) ||
      action.text.toLowerCase().includes(wanted),
  );
  const short = others.every((action) => width(action.label) < 26);
  return [
    h(
      "div",
      {
        class: `options${short ? " short" : ""}`,
        role: "group",
        "aria-label": TEXTS.yourChoice,
        key: "options",
      },
      picked.length
        ? h(
            "p",
            { class: "picked-list" },
            TEXTS.pickedSoFar,
            " ",
            pieces(picked.flatMap((card) => [{ card }, " "])),
          )
        : null,
      many
        ? h("input", {
            type: "search",
            key: "search",
            placeholder: TEXTS.filterOptions,
            "aria-label": `${TEXTS.filterOptions}, ${TEXTS.manyOptions(others.length)}`,
            value: wanted,
            oninput: (event) => {
              wanted = event.target.value.trim().toLowerCase();
              session.pick(session.picked);
            },
          })
        : null,
      h(
        "div",
        { class: "buttons" },
        matching.slice(0, 300).map((action) =>
          h(
            "button",
            {
              type: "button",
              key: action.text,
              class: `option${isHinted(action) ? " hinted" : ""}`,
              "data-action": action.text,
              onclick: () => play(action),
              "aria-label": plain(action.label),
            },
            h("span", null, pieces(action.label)),
            action.key ? h("kbd", { class: "number", "aria-hidden": "true" }, action.key) : null,
          ),
        ),
      ),
    ),
  ];
}

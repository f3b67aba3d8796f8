// Options that are not simply a card of the hand: guesses, bids, sets of cards. Buttons, and a search where there are many.
// Where several cards are picked first, what can be done with them.

import { h } from "./dom.js";
import { play } from "./decision.js";
import { isHinted } from "./hand.js";
import { complete, confirm, optionsLeft, pickedNow, picking, putBack, setsLeft } from "./picks.js";
import { pieces, plain } from "./pieces.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";

const MANY = 40; // options that are shown without a search
const CROWD = 12; // with more options each takes less room, so that something of the table is left to be seen
const LADDER = 12; // numbered options, such as bids, from which on words like "pass" have a line of their own
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
  const fitting = picking(moment) ? optionsLeft(moment) : null;
  const picked = pickedNow(moment);
  const others = moment.actions.filter(
    (action) =>
      action.picks === null &&
      !onCards.has(action) &&
      (!fitting || fitting.has(action) || !action.label.some((piece) => piece.card >= 0)),
  );
  const sets = setsLeft(moment);
  if (!others.length && !sets.length) return [];
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
  const whole = complete(moment);
  const first = matching.findIndex((action) => /\d/.test(plain(action.label)));
  const ladder = first > 0 && matching.length - first >= LADDER ? first : -1;
  const short = others.every((action) => width(action.label) < 26);
  const looks = [short && "short", others.length > 4 && "several", others.length > CROWD && "crowd"];
  return [
    h(
      "div",
      {
        class: ["options", ...looks.filter(Boolean)].join(" "),
        role: "group",
        "aria-label": TEXTS.yourChoice,
        key: "options",
      },
      sets.map((set) => setView(set, picked, moment)),
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
        matching.slice(0, 300).flatMap((action, at) => [
          at === ladder ? h("span", { key: "line", class: "line" }) : null,
          h(
            "button",
            {
              type: "button",
              key: action.text,
              class: `option${isHinted(action) ? " hinted" : ""}${whole?.action === action ? " whole" : ""}`,
              "data-action": action.text,
              onclick: () => play(action),
              "aria-label": plain(action.label),
            },
            h("span", null, pieces(action.label)),
            action.key ? h("kbd", { class: "number", "aria-hidden": "true" }, action.key) : null,
          ),
        ]),
      ),
    ),
  ];
}

// So many of so many are picked: which, and the button that confirms them.
function setView(set, picked, moment) {
  const settled = moment.picked ?? []; // card by card, by another page
  const ready = complete(moment) === set;
  return h(
    "div",
    { class: "set", key: `set-${set.number}` },
    h(
      "p",
      { class: "picked-list", role: "status" },
      h("strong", null, TEXTS.pickedOf(settled.length + picked.length, settled.length + set.size)),
      " ",
      pieces([...settled, ...picked].flatMap((card) => [" ", { card }])),
    ),
    h(
      "div",
      { class: "buttons" },
      h(
        "button",
        {
          type: "button",
          class: "option confirm",
          key: "confirm",
          "data-confirm": set.number,
          "aria-disabled": ready ? null : "true",
          onclick: () => ready && confirm(set),
        },
        set.name,
      ),
      picked.length
        ? h("button", { type: "button", class: "option", key: "back", onclick: putBack }, TEXTS.putBack)
        : null,
    ),
  );
}

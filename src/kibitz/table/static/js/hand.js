// One's own hand: buttons in a fan. Playable cards stand out; one of them is reached by Tab, the others with the arrow
// keys. Whoever has the focus in the hand keeps it, also when their card leaves.

import { $, h } from "./dom.js";
import { card as cardPicture } from "./pieces.js";
import { play } from "./decision.js";
import { pickOf, toggle } from "./picks.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";
import { toast } from "./toast.js";
import { transform } from "./motion.js";

let current = null; // the card that Tab reaches
let hinted = null; // what a hint recommends: {best: an action, cards: several, where they are picked}
let numbers = false; // whether the keys are shown on the cards

export const setHinted = (what) => {
  hinted = what;
};
export const isHinted = (action) => Boolean(action) && !hinted?.cards && action.text === hinted?.best;
export const showNumbers = (on) => {
  numbers = on;
  document.body.classList.toggle("numbers", on);
};
export const numbersShown = () => numbers;

export function handCard(one, moment, action) {
  const face = session.cards[one.card];
  const pick = pickOf(one.card, moment);
  const settled = moment.picked?.includes(one.card); // picked card by card, by another page
  const picked = settled || pick?.picked;
  const actions = session.live && session.status.may?.act ? moment.actions : [];
  // a card that can be played in several ways is one of the buttons
  const ways = action || pick ? [] : actions.filter(({ label }) => label.some((piece) => piece.card === one.card));
  const choosing = ways.length > 0 || actions.some((one) => one.card !== null);
  const open = session.status.open && one.card !== null && !pick;
  const inPlay = action || pick?.open || ways.length > 0;
  const key = action?.key ?? pick?.key;
  const why = settled ? TEXTS.pickedLeft : pick?.why;
  const label = [
    face?.name ?? TEXTS.faceDown,
    pick?.picked
      ? TEXTS.pickedCard
      : (why ??
        (pick
          ? TEXTS.pickable
          : ways.length
            ? TEXTS.severalWays
            : action
              ? TEXTS.playable
              : choosing && !picked && TEXTS.notPlayable)),
  ];
  return h(
    "button",
    {
      key: one.key,
      "data-key": one.key,
      "data-card": one.card,
      "data-action": action?.text,
      "data-pick": pick?.open ? one.card : null,
      "data-ways": ways.length || null,
      "data-zone": "hand",
      type: "button",
      class: [
        "cardbox own up",
        inPlay ? "playable" : choosing || pick ? "dimmed" : "",
        picked && "picked",
        (isHinted(action) || hinted?.cards?.includes(one.card)) && "hinted",
        open && "pickable",
        session.picked === one.card && "chosen",
      ]
        .filter(Boolean)
        .join(" "),
      style: { width: `${one.width}px`, transform: transform(one), "z-index": one.z },
      tabindex: "-1",
      "aria-disabled": inPlay || open ? null : "true",
      "aria-pressed": pick?.open ? String(pick.picked) : null,
      "aria-label": label.filter(Boolean).join(", "),
      title: why ?? (ways.length ? TEXTS.severalWays : null),
      onclick: (event) => {
        if (pick?.open) toggle(one.card);
        else if (pick) toast(`${face.name} ${why}.`, null, "status");
        if (pick || event.detail > 1) return; // a double click plays one card, not also the one that comes in its place
        if (action) play(action);
        else if (ways.length) optionFor(ways[0])?.focus();
        else if (open) session.pick(one.card);
      },
      onfocus: () => {
        current = one.card;
        rove();
      },
      onkeydown: walk,
    },
    h(
      "span",
      { class: "lift" },
      cardPicture(one.card, { label: false, numbered: false }),
      key && numbers ? h("kbd", { class: "number", "aria-hidden": "true" }, key) : null,
    ),
  );
}

const inPlay = ({ dataset }) => dataset.action || dataset.pick || dataset.ways;
const optionFor = ({ text }) => [...$("options").querySelectorAll("button")].find((b) => b.dataset.action === text);

function buttons() {
  return [...$("hand").children];
}

// Tab comes to the card one was at, else to the first that can be played.
function rove() {
  const all = buttons();
  const at =
    all.find((b) => Number(b.dataset.card) === current) ?? all.find(inPlay) ?? all[0];
  for (const button of all) button.tabIndex = button === at ? 0 : -1;
  return at;
}

function walk(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  const all = buttons();
  const at = all.indexOf(event.currentTarget);
  // among the playable cards while one has to choose, among all otherwise
  const stops = all.filter((b) => inPlay(b) || !all.some(inPlay));
  const ahead =
    step > 0
      ? (stops.find((b) => all.indexOf(b) > at) ?? stops[0])
      : (stops.findLast((b) => all.indexOf(b) < at) ?? stops.at(-1));
  ahead?.focus({ preventScroll: true });
}

export function focusHand() {
  rove()?.focus({ preventScroll: true });
}

// Before and after the hand is drawn anew.
export function keepFocus() {
  const active = document.activeElement;
  if ($("hand").contains(active)) return { where: "hand", index: buttons().indexOf(active) };
  if ($("options").contains(active)) return { where: "options" };
  return null;
}

export function restoreFocus(kept) {
  const all = buttons();
  if (kept && (document.activeElement === document.body || document.activeElement === null)) {
    if (kept.where === "hand" && all.length)
      current = Number(all[Math.min(kept.index, all.length - 1)].dataset.card);
    const option = kept.where === "options" ? $("options").querySelector("button, input") : null;
    (option ?? (all.length ? rove() : null) ?? $("stage")).focus({ preventScroll: true });
  }
  rove();
}

// The felt: draws the look at the game that is to be seen now, and lets the cards fly from the one before.

import { $, h, patch } from "./dom.js";
import { card as cardPicture } from "./pieces.js";
import { calm, move, transform } from "./motion.js";
import { handCard, keepFocus, restoreFocus } from "./hand.js";
import { looks, startLooks } from "./looks.js";
import { optionsView } from "./options.js";
import { picking, pickOf, toggle } from "./picks.js";
import { nameOf } from "./names.js";
import { plateView } from "./seats.js";
import { RATIO } from "./layout.js";
import { scene } from "./scene.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";

let drawn = null; // the scene on the felt
const spots = {};

export function startBoard() {
  startLooks(draw);
  new ResizeObserver(() => looks.shown && draw(looks.shown, { still: true })).observe($("stage"));
}

// Oneself; for a spectator South, as on a map, or whoever is the first.
function bottomSeat() {
  return session.table.you ?? Math.max(0, session.table.game.seats.indexOf("South"));
}

// still: the same look once more; before: the one that was there
function draw(moment, { still = false, before = null } = {}) {
  const stage = $("stage");
  const { you } = session.table;
  const size = { width: stage.clientWidth, height: stage.clientHeight };
  if (!size.width || !size.height) return;
  const after = scene({
    game: session.table.game,
    moment,
    stage: size,
    bottom: bottomSeat(),
    hand: you !== null,
    open: session.status.open,
    spots,
  });
  const taken = !still && before?.whole?.at === moment.at ? moment.last_trick?.taker : null;
  const focus = keepFocus();
  const actions = actionsByCard(moment);
  stage.style.setProperty("--zone", `${Math.round(after.frame.zone)}px`);
  stage.classList.toggle("narrow", after.frame.narrow);
  stage.classList.toggle("flat", after.frame.flat);
  stage.classList.toggle("crowd", session.table.game.seats.length > 6);
  stage.classList.toggle("choosing", actions.size > 0 || picking(moment));
  const [own, others] = [[], []];
  for (const one of after.cards) (one.own && you !== null ? own : others).push(one);
  patch(
    $("plates"),
    after.plates.map((plate) => plateView(plate, moment)),
  );
  patch($("labels"), after.labels.map(labelView));
  const old = drawn;
  const elements = new Map(
    old ? [...$("cards").children, ...$("hand").children].map((e) => [e.dataset.key, e]) : [],
  );
  if (old && !still) leaving(old, after, elements, moment, taken);
  patch(
    $("cards"),
    others.map((one) => cardView(one, moment)),
  );
  const plates = platesDrawn();
  patch(
    $("tags"),
    after.cards.filter((one) => one.led || one.winning).map((one) => tagView(one, plates)),
  );
  patch(
    $("hand"),
    own.map((one) => handCard(one, moment, actions.get(one.card))),
  );
  $("hand").toggleAttribute("hidden", you === null);
  patch($("options"), optionsView(moment, actions));
  restoreFocus(focus);
  drawn = after;
  if (old && !still) {
    const now = new Map([...$("cards").children, ...$("hand").children].map((e) => [e.dataset.key, e]));
    move(old, after, {
      element: (key) => now.get(key),
      ghosts: $("ghosts"),
      taker: null,
      quick: session.live ? 1 : 0.6,
    });
  }
}

// Cards that are nowhere to be seen any more fly off before their elements go.
function leaving(old, after, elements, moment, taken) {
  const taker = taken ?? moment.last_trick?.taker ?? null;
  const stays = new Set(after.cards.map((one) => one.key));
  const gone = { cards: old.cards.filter((one) => !stays.has(one.key)), plates: old.plates };
  if (gone.cards.length && !calm()) {
    move(
      gone,
      { cards: [], plates: after.plates },
      { element: (key) => elements.get(key), ghosts: $("ghosts"), taker },
    );
  }
}

// The options that are exactly one card of the hand; where a card has two of them they are buttons like all others.
function actionsByCard(moment) {
  const found = new Map();
  if (!session.live || !session.status.may?.act || picking(moment)) return found;
  for (const action of moment.actions) {
    if (action.card === null || action.card === undefined) continue;
    // cards that look the same mean the same
    for (const card of [action.card, ...action.copies]) found.set(card, found.has(card) ? null : action);
  }
  for (const [card, action] of found) if (!action) found.delete(card);
  return found;
}

function cardView(one, moment) {
  const up = one.card !== null;
  const pick = pickOf(one.card, moment);
  const open = session.status.open && up && !pick?.open;
  return h(
    "div",
    {
      key: one.key,
      "data-key": one.key,
      "data-card": up ? one.card : null,
      "data-zone": one.zone,
      class: [
        "cardbox",
        one.zone,
        up ? "up" : "down",
        one.led && "led",
        one.winning && "winning",
        (open || pick?.open) && "pickable",
        (pick?.picked || (up && session.picked === one.card)) && "chosen",
      ]
        .filter(Boolean)
        .join(" "),
      style: { width: `${one.width}px`, transform: transform(one), "z-index": one.z },
      title: open ? TEXTS.lookAtCard(session.cards[one.card].name) : null,
      ...(pick?.open ? pickable(one, pick) : { onclick: open ? () => session.pick(one.card) : null }),
      "aria-hidden": up ? null : "true",
    },
    cardPicture(one.card, { label: up && !pick?.open && spoken(one), numbered: false }),
  );
}

// A card on the table that can be one of several to be picked.
function pickable(one, pick) {
  return {
    role: "button",
    tabindex: "0",
    "aria-pressed": String(pick.picked),
    "aria-label": spoken(one),
    "data-pick": one.card,
    onclick: () => toggle(one.card),
    onkeydown: (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      toggle(one.card);
    },
  };
}

// A card on the table as it is read aloud: what it is, where it lies, who played it.
function spoken(one) {
  const place = session.table.game.places.find((place) => place.key === one.place);
  const where =
    one.seat === null
      ? place?.name
      : one.zone === "trick"
        ? TEXTS.playedBy(nameOf(one.seat))
        : one.zone === "hand"
          ? TEXTS.handOf(nameOf(one.seat))
          : `${place?.name}, ${nameOf(one.seat)}`;
  return [session.cards[one.card].name, where, one.led && TEXTS.led, one.winning && TEXTS.winning]
    .filter(Boolean)
    .join(", ");
}

// Where the name plates are on the stage.
function platesDrawn() {
  const { left, top } = $("stage").getBoundingClientRect();
  return [...$("plates").children].map((plate) => {
    const box = plate.getBoundingClientRect();
    return { left: box.left - left, right: box.right - left, top: box.top - top, bottom: box.bottom - top };
  });
}

// Who led and who is winning: on top of all cards, at the edge of theirs that points to the player, but on no plate.
function tagView(one, plates) {
  const text = [one.led ? TEXTS.led : null, one.winning ? TEXTS.winning : null].filter(Boolean).join(" · ");
  const [across, high] = [4 * text.length + 10, 10]; // half of its size, at most
  let y = one.y + (one.above ? -1 : 1) * (one.width * RATIO * 0.5 + 3);
  for (const plate of plates) {
    if (one.x + across < plate.left || one.x - across > plate.right) continue;
    if (y + high < plate.top || y - high > plate.bottom) continue;
    y = (plate.top + plate.bottom) / 2 > one.y ? plate.top - high : plate.bottom + high;
  }
  return h(
    "span",
    {
      class: `tag${one.winning ? " best" : ""}`,
      key: one.key + text,
      style: { left: `${one.x}px`, top: `${y}px` },
    },
    text,
  );
}

function labelView(label) {
  return h(
    "div",
    { class: "label", key: label.name, style: { left: `${label.x}px`, top: `${label.y}px` } },
    label.name,
    label.single ? null : h("span", { class: "count" }, ` ${label.count}`),
  );
}

// Several cards that are one decision: picked and put back in any order, then confirmed. What is picked is the page's own
// until then; the server hears of it as a whole.

import { decide, play } from "./decision.js";
import { plain } from "./pieces.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";

let picked = []; // cards, in the order they were picked
let at = -1; // the moment they are about
let made = null; // the ways of the last moment asked for, with that moment

// What can be done with several cards at the newest moment, each way with the cards that can be in it and how many it
// takes: sets the server asks for, and options that name several cards. Nothing, where every option is one card.
function ways(moment) {
  if (made?.moment === moment) return made.ways;
  const options = moment.actions
    .filter((action) => action.picks === null)
    .map((action) => ({ action, cards: action.label.flatMap((piece) => piece.card ?? []) }))
    .filter(({ cards }) => cards.length)
    .map(({ action, cards }) => ({ action, cards: new Set(cards), size: new Set(cards).size, keys: {} }));
  const sets = (moment.picks ?? []).map(({ cards, size, before, after }, number) => ({
    number,
    cards: new Set(Object.keys(cards).map(Number)),
    size,
    keys: cards,
    name: capital(`${plain(before)}${TEXTS.cardsOf(size)}${plain(after)}`),
  }));
  const several = sets.length > 0 || options.some((way) => way.size > 1);
  made = { moment, ways: several ? [...sets, ...options] : [] };
  return made.ways;
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// The ways that are left with what is picked, perhaps one card more; none, where one card is one option.
function left(moment, more = []) {
  if (!session.live || !session.status.may?.act) return [];
  if (at !== moment.at) {
    picked = [];
    at = moment.at;
  }
  const cards = [...picked, ...more];
  return ways(moment).filter((way) => cards.length <= way.size && cards.every((card) => way.cards.has(card)));
}

// Whether cards are picked here before anything is done with them.
export const picking = (moment) => left(moment).length > 0;
export const pickedNow = (moment) => (picking(moment) ? picked : []);
// What can still become of it: sets, with the cards missing; options.
export const setsLeft = (moment) => left(moment).filter((way) => way.number !== undefined);
export const optionsLeft = (moment) => new Set(left(moment).map((way) => way.action));

// A card in this: {picked, open: can be picked or put back, key, why not}
export function pickOf(card, moment) {
  if (card === null || !picking(moment)) return null;
  const is = picked.includes(card);
  const open = is || left(moment, [card]).length > 0;
  const way = ways(moment).find((one) => one.cards.has(card));
  const why = open ? null : way && picked.length ? TEXTS.pickedEnough : TEXTS.neverPicked;
  return { picked: is, open, key: way?.keys[card] ?? null, why };
}

export function toggle(card) {
  const moment = session.newest;
  const pick = pickOf(card, moment);
  if (!pick?.open) return;
  picked = pick.picked ? picked.filter((one) => one !== card) : [...picked, card];
  session.pick(session.picked); // draw again
}

// Put all back; false, if nothing was picked.
export function putBack() {
  const had = picked.length > 0 && session.newest && pickedNow(session.newest).length > 0;
  picked = [];
  if (had) session.pick(session.picked);
  return had;
}

// The one thing that can be done with exactly what is picked.
export function complete(moment) {
  const found = left(moment).filter((way) => way.size === picked.length);
  return found.length === 1 ? found[0] : null;
}

export function confirm(way = complete(session.newest)) {
  if (!way) return false;
  if (way.action) play(way.action);
  else decide({ do: "pick", picks: way.number, cards: picked });
  return true;
}

// The keys of the cards that can be picked, for who types.
export function pickKeys(moment) {
  if (!picking(moment)) return [];
  return ways(moment).flatMap((way) =>
    Object.entries(way.keys).map(([card, key]) => ({ key, run: () => toggle(Number(card)) })),
  );
}

// Which look at the game is on the felt. Where a trick was gathered there are two looks at one move: the full trick,
// then the table after it. While one follows the game the first stays for a while, and at the end of a round until one
// has seen what it brought; moments that come in the meantime wait in a short queue. Who looks back chooses the look.

import { session } from "./session.js";

const HOLD = 900; // how long a full trick is shown, in milliseconds at the ordinary pace
const LEAST = 0.5; // of it for a player, however fast the bots are: they want to see what was played
const QUEUE = { player: 9, other: 2 }; // moments that may wait; with more of them the page hurries
const READ = 2500; // how long the result of a round is shown to who does not play, at the ordinary pace
const SHORT = 60; // a look that would be shorter is left out

const listeners = new Set();
let draw = () => {};
let timer = 0;
let queue = [];
let table = null;
let read = null; // the move whose round one has seen enough of

export const looks = {
  shown: null, // the moment on the felt; `whole` if it is the first look at it
  waits: false, // whether the game waits until the result of the round has been read

  // fn() whenever something else is on the felt
  subscribe(fn) {
    listeners.add(fn);
  },
  // The round that has ended with what is on the felt, until one has read it.
  get round() {
    const whole = looks.shown?.whole;
    return whole && (looks.waits || !session.live) && read !== whole.at ? (whole.step?.round ?? null) : null;
  },
  // Enough of the result of the round.
  close() {
    read = looks.shown?.whole?.at ?? null;
    if (looks.waits) after(looks.shown.whole);
    else told();
  },
};

export function startLooks(drawing) {
  draw = drawing;
  session.subscribe(update);
}

const told = () => listeners.forEach((fn) => fn());

function put(moment, still = false) {
  draw(moment, { still, before: looks.shown });
  looks.shown = moment;
  told();
}

function later(fn, milliseconds) {
  clearTimeout(timer);
  timer = setTimeout(() => {
    timer = 0;
    fn();
  }, milliseconds);
}

function stop() {
  clearTimeout(timer);
  [timer, queue, looks.waits] = [0, [], false];
}

const crowded = () => queue.length > (session.table.you === null ? QUEUE.other : QUEUE.player);

function update() {
  const moment = session.moment;
  if (!moment || !session.table) return;
  const sameTable = table === session.table;
  table = session.table;
  if (timer || looks.waits) {
    if (session.live && sameTable) {
      if (queue.at(-1) !== moment && moment !== looks.shown?.whole) queue.push(moment);
      if (looks.waits ? session.table.you === null && queue.length : crowded()) hurry();
      return;
    }
    stop();
  }
  next(moment, sameTable);
}

// Too much is waiting, or nobody reads: show what there is now.
function hurry() {
  stop();
  put(session.moment);
}

function next(moment, sameTable = true) {
  const { shown } = looks;
  if (!session.live) {
    const first = session.full && moment.before;
    const same = (shown?.whole ?? shown) === moment && Boolean(shown.whole) === Boolean(first);
    put(same ? shown : first ? firstLook(moment) : moment, same);
    return;
  }
  const follows = shown && sameTable && moment.at === (shown.whole ?? shown).at + 1;
  const pace = session.status.pace ?? 1;
  const hold = HOLD * Math.max(session.table.you === null ? 0 : LEAST, Math.min(1.6, pace));
  if (!follows || hold < SHORT || !(moment.before || moment.step?.round)) {
    put(moment, moment === shown);
    return;
  }
  put(moment.before ? firstLook(moment) : { ...shown, actions: [], picks: [], to_move: null, whole: moment });
  later(() => (moment.step?.round ? pause(moment) : after(moment)), hold);
}

// The position just after the decision: the trick is complete and lies there, the round is not over.
function firstLook(moment) {
  const { places, ...then } = moment.before;
  return {
    ...moment,
    ...then,
    places: { ...moment.places, ...places },
    actions: [],
    picks: [],
    to_move: null,
    result: null,
    whole: moment,
  };
}

// The result of the round is to be read: a player says when, for others it goes on by itself.
function pause(moment) {
  looks.waits = true;
  told();
  if (session.table.you === null) later(() => after(moment), READ * Math.min(1.6, session.status.pace ?? 1));
}

function after(moment) {
  clearTimeout(timer);
  [timer, looks.waits] = [0, false];
  if (crowded()) hurry();
  else {
    put(moment);
    catchUp();
  }
}

// After the cards have flown, what came in the meantime.
function catchUp() {
  if (!queue.length) return;
  later(
    () => {
      next(queue.shift());
      if (!timer) catchUp();
    },
    (session.status.pace ?? 1) < 0.3 ? 130 : 260,
  );
}

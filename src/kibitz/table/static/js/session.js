// The page's side of one table: the last messages of the server, the moment being looked at, and the way back to the
// server. Everything on the page is a function of what is in here; whoever wants to know of changes subscribes.

import { ask, get, getText, post } from "./api.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10000;
const FREED = 4403; // whoever made the table has freed our chair

const token = decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");
const base = `/api/at/${encodeURIComponent(token)}/`;

const listeners = new Set();
const complaints = new Set();
const seen = new Map(); // moments by their number: what is past does not change, unless the cards are opened
let socket = null;
let wait = FIRST_WAIT;
let again = 0;
let wanted = null; // the moment somebody asked for and that is not here yet
let asking = false;

export const session = {
  token,
  base,
  table: null, // the last `table` message
  status: null, // the last `status`
  moment: null, // the moment shown
  newest: null, // the newest moment, shown or not
  at: 0, // number of the moment shown
  last: 0, // number of the newest moment
  live: true, // whether the page follows the game
  full: false, // of two looks at the moment shown, whether it is the first: the trick is full and not gathered yet
  log: [], // steps, in order
  cards: [], // faces, by card number
  picked: null, // the card chosen for the Kripke viewer
  connected: false,
  lost: false, // there was a connection, and now there is none
  fatal: null, // there is no such table: the sentence

  // fn() after every change; returns the way out
  subscribe(fn) {
    listeners.add(fn);
    return () => listeners.delete(fn);
  },
  // fn(text, hint) whenever the server refuses something
  complain(fn) {
    complaints.add(fn);
  },
  // Look at moment k, or have the first of two looks at it; the newest one means following the game again.
  look(k, { full = false } = {}) {
    const at = Math.max(0, Math.min(session.last, Math.round(k)));
    session.full = full && session.twice(at);
    session.live = at === session.last && !session.full;
    show(at);
  },
  // Whether there are two looks at moment k.
  twice: (k) => session.log[k]?.looks === 2,
  // One look further, or back.
  forward() {
    if (session.full) session.look(session.at);
    else session.look(session.at + 1, { full: session.at < session.last });
  },
  back() {
    if (session.twice(session.at) && !session.full) session.look(session.at, { full: true });
    else session.look(session.at - 1);
  },
  send(message) {
    if (!socket || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  },
  get: (path) => get(base + path),
  post: (path, body) => post(base + path, body),
  text: (path) => getText(base + path),
  pick(card) {
    session.picked = card;
    changed();
  },
  start() {
    const move = new URLSearchParams(location.search).get("move");
    if (move !== null && /^\d+$/.test(move)) {
      session.live = false;
      session.full = true;
      wanted = Number(move);
    }
    addEventListener("online", soon);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && soon());
    connect();
  },
};

function changed() {
  for (const fn of listeners) fn();
}

// --- the moment shown ------------------------------------------------------------------------------

function show(at) {
  if (session.live && session.newest) {
    wanted = null;
    place(session.newest);
  } else if (seen.has(at)) {
    wanted = null;
    place(seen.get(at));
  } else {
    wanted = at;
    session.at = at; // the slider is where one put it, the cards follow
    changed();
    fetchWanted();
  }
}

function place(moment) {
  session.full &&= Boolean(moment.before);
  session.moment = moment;
  session.at = moment.at;
  changed();
}

// One question at a time: whoever drags the slider gets the moment where they let go, not all on the way.
async function fetchWanted() {
  if (asking) return;
  asking = true;
  try {
    while (wanted !== null && !session.live) {
      const at = Math.min(wanted, session.last);
      const moment = seen.get(at) ?? (await get(`${base}moment?at=${at}`));
      seen.set(at, moment);
      if (wanted === at || wanted > session.last) {
        wanted = null;
        if (!session.live) place(moment);
      }
    }
  } catch (error) {
    wanted = null;
    for (const fn of complaints) fn(error.message, error.hint);
  } finally {
    asking = false;
  }
}

// --- the connection --------------------------------------------------------------------------------

function soon() {
  if (!socket || socket.readyState > WebSocket.OPEN) {
    clearTimeout(again);
    connect();
  }
}

function connect() {
  if (session.fatal || (socket && socket.readyState <= WebSocket.OPEN)) return;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = new WebSocket(`${scheme}//${location.host}${base}live`);
  socket = mine;
  mine.onmessage = (event) => {
    if (mine === socket) hear(JSON.parse(event.data));
  };
  mine.onclose = async (event) => {
    if (mine !== socket) return;
    if (event.code === FREED) {
      location.reload(); // the server says why nothing is here any more
      return;
    }
    const had = session.connected || session.table;
    session.connected = false;
    session.lost = Boolean(had);
    if (!session.table) await gone();
    changed();
    if (session.fatal) return;
    again = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(LONGEST_WAIT, wait * 1.8);
  };
}

// Refused before the first message: is there such a table at all?
async function gone() {
  try {
    await ask(`${base}table`);
  } catch (error) {
    if (error.status >= 400 && error.status < 500) session.fatal = error.message;
  }
}

function hear(message) {
  if (message.is === "error") {
    for (const fn of complaints) fn(message.text, message.hint);
    return;
  }
  session.connected = true;
  session.lost = false;
  wait = FIRST_WAIT;
  if (message.is === "table") {
    if (session.status?.open !== message.open) seen.clear();
    session.table = message;
    session.status = message;
    session.cards = message.game.cards;
    session.last = message.last;
    session.log = message.log.slice();
  } else if (message.is === "status") {
    session.status = { ...message };
    session.last = Math.max(session.last, message.last);
  } else if (message.is === "moment") {
    heard(message);
    return;
  }
  changed();
}

// Nothing goes on here: a game that is over, a record, bots that were stopped by others.
function rests() {
  const { over, running, may } = session.status;
  return over || !(running || may?.act || may?.step);
}

function heard(moment) {
  seen.set(moment.at, moment);
  if (!session.newest && session.live && moment.before && rests()) {
    session.full = true; // the last trick is more to look at than the empty table after it
    session.live = false;
    wanted = moment.at;
  }
  if (!session.newest || moment.at >= session.newest.at || moment.at >= session.last) session.newest = moment;
  session.last = Math.max(session.last, moment.last ?? moment.at);
  if (moment.step && !session.log.some((step) => step.at === moment.step.at)) session.log.push(moment.step);
  if (session.live) place(session.newest);
  else if (wanted !== null) {
    changed();
    fetchWanted();
  } else {
    if (seen.has(session.at)) session.moment = seen.get(session.at);
    else show(session.at); // the cards have been opened while we looked back
    changed();
  }
}

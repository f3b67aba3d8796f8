// The page's side of one competition: the parts of it that the server has told, each as it was told last. Whoever wants
// to know of changes of a part subscribes to it.

import { ask } from "../api.js";

const FIRST_WAIT = 400;
const LONGEST_WAIT = 10000;

export const id = decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");
export const base = `/api/competitions/${encodeURIComponent(id)}`;
export const home = `/competition/${encodeURIComponent(id)}`;

const listeners = new Map(); // by part
let socket = null;
let wait = FIRST_WAIT;
let again = 0;

export const feed = {
  parts: {},
  lost: false, // there was a connection, and now there is none
  fatal: null, // there is no such competition: the sentence

  // fn(data) whenever a part has changed; "link" is the connection
  on(part, fn) {
    listeners.set(part, [...(listeners.get(part) ?? []), fn]);
  },
  start() {
    addEventListener("online", soon);
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && soon());
    connect();
  },
};

function changed(part, data) {
  for (const fn of listeners.get(part) ?? []) fn(data);
}

function soon() {
  if (!socket || socket.readyState > WebSocket.OPEN) {
    clearTimeout(again);
    connect();
  }
}

function connect() {
  if (feed.fatal || (socket && socket.readyState <= WebSocket.OPEN)) return;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const mine = new WebSocket(`${scheme}//${location.host}${base}/live`);
  socket = mine;
  mine.onmessage = (event) => {
    if (mine === socket) hear(JSON.parse(event.data));
  };
  mine.onclose = async () => {
    if (mine !== socket) return;
    feed.lost = Boolean(feed.parts.head);
    if (!feed.lost) await gone();
    changed("link", null);
    if (feed.fatal) return;
    again = setTimeout(connect, wait * (0.75 + Math.random() / 2));
    wait = Math.min(LONGEST_WAIT, wait * 1.8);
  };
}

// Refused before the first message: is there such a competition at all?
async function gone() {
  try {
    await ask(base);
  } catch (error) {
    if (error.status >= 400 && error.status < 500) feed.fatal = error.message;
  }
}

function hear(message) {
  if (feed.lost) {
    feed.lost = false;
    changed("link", null);
  }
  wait = FIRST_WAIT;
  if (message.is !== "part") return;
  feed.parts[message.part] = message.data;
  changed(message.part, message.data);
}

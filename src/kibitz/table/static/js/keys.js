// The keyboard: one listener for the whole page. Numbers and the beginnings of options play; the rest are commands.

import { h } from "./dom.js";
import { play, yourTurn } from "./decision.js";
import { isOpen, show } from "./dialogs.js";
import { focusHand, numbersShown, showNumbers } from "./hand.js";
import { complete, confirm, pickKeys } from "./picks.js";
import { plain } from "./pieces.js";
import { back, forward, go, run, step } from "./slider.js";
import { session } from "./session.js";
import { remember } from "./store.js";
import { TEXTS } from "./texts.js";

const PATIENCE = 700; // for the second digit of 12
let typed = "";
let timer = 0;

let pointed = false; // the focus came by a click: Space then steps on, and does not press that button again

export function startKeys(commands) {
  document.addEventListener(
    "pointerdown",
    () => {
      pointed = true;
    },
    true,
  );
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Tab" || event.key.startsWith("Arrow")) pointed = false;
    },
    true,
  );
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isOpen()) return;
    const target = event.target;
    if (target.closest?.("input:not([type=range]), textarea, select, [contenteditable]")) return;
    // whoever has picked all that is asked for confirms it, wherever in the hand they are
    if (event.key === "Enter" && !typed && ready() && !target.closest?.("button:not(.cardbox), a, summary")) {
      event.preventDefault();
      confirm();
      return;
    }
    const pressing =
      target.closest?.("button, a, summary, [role=button]") &&
      (event.key === "Enter" || (event.key === " " && !pointed));
    if (pressing || (target.closest?.("#knowing, #log") && /^(Arrow|Home|End|Page)/.test(event.key))) return;
    if (typing(event.key) || command(event.key, commands, target)) event.preventDefault();
  });
}

function command(key, commands, target) {
  const sliding = target.closest?.("input[type=range]");
  if (sliding && /^(Arrow|Home|End|Page)/.test(key)) return false;
  const known = {
    " ": step,
    p: run,
    ",": back,
    ".": forward,
    Home: () => go(0),
    End: () => go(session.last),
    l: commands.lastTrick,
    s: commands.scores,
    h: commands.hint,
    k: commands.know,
    "?": showKeys,
    Escape: commands.escape,
    n: () => {
      showNumbers(!numbersShown());
      remember("numbers", numbersShown());
      session.pick(session.picked);
    },
    ArrowLeft: session.table?.you === null ? back : focusHand,
    ArrowRight: session.table?.you === null ? forward : focusHand,
  }[key.length === 1 ? key.toLowerCase() : key];
  if (!known || !session.status) return false;
  known();
  return true;
}

const ready = () => session.live && yourTurn() && complete(session.newest) !== null;

// What can be typed: options, and cards to be picked.
function typable() {
  const options = session.newest.actions
    .filter((action) => action.picks === null)
    .map((action) => ({ names: names(action), run: () => play(action) }));
  return [...options, ...pickKeys(session.newest).map(({ key, run }) => ({ names: [key.toLowerCase()], run }))];
}

// Digits and letters, as long as they begin the key or the words of an option.
function typing(key) {
  if (!session.live || !yourTurn()) return false;
  const options = typable();
  if (key === "Enter" && typed) {
    const exact = options.find((option) => option.names.includes(typed));
    forget();
    exact?.run();
    return Boolean(exact);
  }
  if (key.length !== 1 || (key === " " && !typed) || key === "?") return false;
  const text = typed + key.toLowerCase();
  const exact = options.filter((option) => option.names.includes(text));
  const begun = options.filter((option) => option.names.some((name) => name.startsWith(text)));
  if (!begun.length) {
    const had = typed;
    forget();
    return had ? typing(key) : false;
  }
  clearTimeout(timer);
  if (begun.length === 1) {
    forget();
    begun[0].run();
    return true;
  }
  typed = text;
  timer = setTimeout(() => {
    forget();
    if (exact.length === 1) exact[0].run();
  }, PATIENCE);
  return true;
}

function names(action) {
  const list = [String(action.key ?? "").toLowerCase()];
  if (action.card === null || action.card === undefined) list.push(plain(action.label).toLowerCase());
  return list.filter(Boolean);
}

function forget() {
  clearTimeout(timer);
  typed = "";
}

export function showKeys() {
  show(TEXTS.keys, () =>
    h(
      "dl",
      { class: "keys" },
      TEXTS.keyTable.map(([key, what]) => [h("dt", null, h("kbd", null, key)), h("dd", null, what)]),
    ),
  );
}

// A hint: what a search bot would play and how sure it is, and what a network would play, if the game has one. The
// card or option of the search is marked at the table as well.

import { $, h, patch } from "./dom.js";
import { yourTurn } from "./decision.js";
import { setHinted } from "./hand.js";
import { pieces } from "./pieces.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";
import { trouble } from "./toast.js";

const SHOWN = 6; // options that are shown with what is thought of them
let at = -1; // the moment the hint is about
let busy = false;

export function startHints() {
  session.subscribe(update);
}

export async function hint() {
  if (busy || !session.status?.may?.hint || !yourTurn()) return;
  busy = true;
  update();
  try {
    const asked = session.newest.at;
    const answer = await session.get("hint");
    if (session.newest.at === asked) {
      at = asked;
      setHinted(answer);
      show(answer);
    }
  } catch (error) {
    trouble(error);
  } finally {
    busy = false;
    session.pick(session.picked); // draw again, with the mark
  }
}

const score = (value) => (typeof value === "number" ? value.toFixed(2).replace("-", "−") : null);

function show(answer) {
  patch(
    $("hint-words"),
    h(
      "header",
      null,
      h("strong", null, wouldView(answer, TEXTS.hintBest)),
      h("button", { type: "button", class: "plain", "aria-label": TEXTS.close, onclick: clear }, "×"),
    ),
    triedView(answer),
    answer.network ? networkView(answer.network) : null,
  );
  $("hint-words").hidden = false;
  scrollTo({ top: 0 }); // on a small screen one pressed the button below the table
}

// What it would do; nothing, if it cannot say.
function wouldView(answer, who) {
  const best = [...answer.thoughts, ...session.newest.actions].find((one) => one.text === answer.best);
  return best ? [who, " ", answer.cards ? together(answer) : pieces(best.label)] : "";
}

// What was tried, the most often first, and what came of it.
function triedView(answer) {
  const all = answer.thoughts.reduce((sum, thought) => sum + thought.visits, 0) || 1;
  const ranked = answer.cards ? [] : [...answer.thoughts].sort((a, b) => b.visits - a.visits).slice(0, SHOWN);
  return [
    h(
      "ul",
      null,
      ranked.map((thought) =>
        h(
          "li",
          { style: { "--share": `${(100 * thought.visits) / all}%` } },
          h("span", { class: "thought" }, pieces(thought.label)),
          h("span", { class: "bar-of", "aria-hidden": "true" }),
          h("span", { class: "share" }, shareView(thought, all)),
        ),
      ),
    ),
    h(
      "small",
      null,
      ranked.length ? h("span", { class: "less" }, TEXTS.hintNumbers) : null,
      answer.note || TEXTS.hintMethod(answer.method, answer.iterations, answer.fewer),
      ranked.length ? h("span", { class: "more" }, TEXTS.hintRange) : null,
    ),
  ];
}

// What the network would do, and what it says of each option: values, and no tries to show bars of.
function networkView(answer) {
  const shown = answer.cards ? [] : answer.thoughts.slice(0, SHOWN);
  const value = (one) => (answer.measure === "share" ? `${Math.round(100 * one.value)} %` : score(one.value));
  return h(
    "div",
    { class: "network" },
    h("strong", null, wouldView(answer, TEXTS.hintNetwork)),
    h(
      "p",
      null,
      shown.map((one, n) => [n ? " · " : "", h("span", { class: "thought" }, pieces(one.label), " ", value(one))]),
    ),
    h("small", null, answer.note || TEXTS.hintValues(answer.measure, answer.fewer)),
  );
}

// How often it was tried and what came of it; a small screen shows the two numbers and says below what they are.
function shareView({ visits, value, low, high }, all) {
  const { tries, mean, range } = TEXTS.hintOf;
  const more = (text) => h("span", { class: "more" }, text);
  return [
    `${Math.round((100 * visits) / all)} %`,
    more(tries),
    score(value) === null ? null : [more(mean), ` ${score(value)}`],
    score(low) === null ? null : more(range(score(low), score(high))),
  ];
}

// Several cards that are one decision, and what it thinks of them.
function together({ cards, measure, thoughts: [thought] }) {
  const { before, after } = session.newest.picks.find((set) => cards.every((card) => card in set.cards));
  const list = cards.flatMap((card, n) => [n ? " " : "", { card }]);
  const value = thought && measure !== "share" ? score(thought.value) : null;
  return [pieces([...before, ...list, ...after]), value === null ? "" : TEXTS.hintTogether(value, measure)];
}

export function clear() {
  at = -1;
  setHinted(null);
  $("hint-words").hidden = true;
  session.pick(session.picked);
}

function update() {
  const button = $("hint");
  if (!button || !session.status) return;
  button.hidden = session.table.you === null || session.status.over;
  button.disabled = busy || !session.status.may?.hint || !yourTurn();
  button.textContent = busy ? TEXTS.hintWait : TEXTS.hint;
  if (at >= 0 && session.newest && session.newest.at !== at) {
    at = -1;
    setHinted(null);
    $("hint-words").hidden = true;
  }
}

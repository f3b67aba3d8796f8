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
    thoughtsView(answer),
    answer.network ? h("p", null, h("strong", null, wouldView(answer.network, TEXTS.hintNetwork))) : null,
    answer.network ? thoughtsView(answer.network) : null,
  );
  $("hint-words").hidden = false;
  scrollTo({ top: 0 }); // on a small screen one pressed the button below the table
}

// What it would do; nothing, if it cannot say.
function wouldView(answer, who) {
  const best = [...answer.thoughts, ...session.newest.actions].find((one) => one.text === answer.best);
  return best ? [who, " ", answer.cards ? together(answer) : pieces(best.label)] : "";
}

// What it thinks of the options, the best first, and how it came to that.
function thoughtsView(answer) {
  const ranked = answer.cards ? [] : [...answer.thoughts].sort((a, b) => b.visits - a.visits).slice(0, SHOWN);
  const share = shares(answer);
  const tried = answer.measure === "score";
  return [
    h(
      "ul",
      null,
      ranked.map((thought) =>
        h(
          "li",
          { style: { "--share": `${100 * share(thought)}%` } },
          h("span", { class: "thought" }, pieces(thought.label)),
          h("span", { class: "bar-of", "aria-hidden": "true" }),
          h("span", { class: "share" }, tried ? triesView(thought, share(thought)) : valueView(thought, answer.measure)),
        ),
      ),
    ),
    h(
      "small",
      null,
      ranked.length && tried ? h("span", { class: "less" }, TEXTS.hintNumbers) : null,
      answer.note || TEXTS.hintMethod(answer),
      ranked.length && tried ? h("span", { class: "more" }, TEXTS.hintRange) : null,
    ),
  ];
}

// How much of its bar each thought has: its share of the tries; without any, of the preference, or how its value lies
// between the worst and the best.
function shares({ thoughts, measure, fewer }) {
  if (measure === "share") return (thought) => thought.value;
  if (measure === "score") {
    const all = thoughts.reduce((sum, thought) => sum + thought.visits, 0) || 1;
    return (thought) => thought.visits / all;
  }
  const values = thoughts.map((thought) => (fewer ? -thought.value : thought.value));
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (thought) => (most > least ? ((fewer ? -thought.value : thought.value) - least) / (most - least) : 1);
}

// How often it was tried and what came of it; a small screen shows the two numbers and says below what they are.
function triesView({ value, low, high }, share) {
  const { tries, mean, range } = TEXTS.hintOf;
  const more = (text) => h("span", { class: "more" }, text);
  return [
    `${Math.round(100 * share)} %`,
    more(tries),
    score(value) === null ? null : [more(mean), ` ${score(value)}`],
    score(low) === null ? null : more(range(score(low), score(high))),
  ];
}

const valueView = ({ value }, measure) => (measure === "share" ? `${Math.round(100 * value)} %` : score(value));

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

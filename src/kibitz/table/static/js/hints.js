// A hint: what a search bot would play and how sure it is. The card or option is marked at the table as well.

import { $, h, patch } from "./dom.js";
import { yourTurn } from "./decision.js";
import { setHinted } from "./hand.js";
import { pieces } from "./pieces.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";
import { trouble } from "./toast.js";

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
      setHinted(answer.best);
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
  const all = answer.thoughts.reduce((sum, thought) => sum + thought.visits, 0) || 1;
  const best = answer.thoughts.find((thought) => thought.text === answer.best);
  const ranked = [...answer.thoughts].sort((a, b) => b.visits - a.visits).slice(0, 6);
  patch(
    $("hint-words"),
    h(
      "header",
      null,
      h("strong", null, TEXTS.hintBest, " ", best ? pieces(best.label) : answer.best),
      h("button", { type: "button", class: "plain", "aria-label": TEXTS.close, onclick: clear }, "×"),
    ),
    h(
      "ul",
      null,
      ranked.map((thought) =>
        h(
          "li",
          { style: { "--share": `${(100 * thought.visits) / all}%` } },
          h("span", { class: "thought" }, pieces(thought.label)),
          h("span", { class: "bar-of", "aria-hidden": "true" }),
          h(
            "span",
            { class: "share" },
            TEXTS.hintOf(
              Math.round((100 * thought.visits) / all),
              score(thought.value),
              score(thought.low),
              score(thought.high),
            ),
          ),
        ),
      ),
    ),
    h("small", null, answer.note || TEXTS.hintMethod(answer.method, answer.iterations, answer.fewer)),
  );
  $("hint-words").hidden = false;
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

// The log: every step in words, and, marked, what it announces, in words and in logic. A click looks at that moment.
// While the result of a round is to be read it says nothing of the next deal.

import { $, h, patch } from "./dom.js";
import { looks } from "./looks.js";
import { pieces, seatColour } from "./pieces.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";

let told = []; // the steps in the page
let marked = null;

export function startLog() {
  const log = $("log");
  log.setAttribute("aria-label", TEXTS.log);
  $("log-title").textContent = TEXTS.log;
  log.addEventListener("click", (event) => {
    const step = event.target.closest(".step");
    if (step && !getSelection().toString()) session.look(Number(step.dataset.at), { full: true });
  });
  log.addEventListener("keydown", walk);
  new ResizeObserver(() => (session.live ? bottom(log) : reveal(log))).observe(log);
  session.subscribe(update);
  looks.subscribe(update);
}

// The steps up to what is on the felt, where a round has ended there.
function stepsToTell() {
  const end = session.live ? looks.shown?.whole : null;
  if (!end?.step?.round) return session.log;
  return session.log
    .filter((step) => step.at <= end.at)
    .map((step) => (step.at === end.at ? toTheScores(step) : step));
}

function toTheScores(step) {
  const scores = step.told.findLastIndex((sentence) => sentence.kind === "numbers");
  return { ...step, told: step.told.slice(0, Math.max(0, scores) + 1), announced: null, held: true };
}

function update() {
  if (!session.table) return;
  const log = $("log");
  const steps = stepsToTell();
  if (told.at(-1)?.held && !steps[told.length - 1]?.held) {
    told.pop(); // it is told anew, with what followed
    log.lastElementChild.remove();
  }
  const known =
    told.length <= steps.length &&
    told.every((step, i) => step === steps[i] || (step.at === steps[i].at && same(step, steps[i])));
  if (!known) {
    // another game, or the cards have been opened: tell all of it anew, and silently
    log.setAttribute("aria-live", "off");
    patch(log, steps.map(stepView));
    bottom(log);
  } else if (steps.length > told.length) {
    log.setAttribute("aria-live", told.length ? "polite" : "off");
    const near = log.scrollHeight - log.scrollTop - log.clientHeight < 80;
    for (const step of steps.slice(told.length)) log.append(stepView(step));
    if (near || session.live) bottom(log);
  }
  told = steps.slice();
  mark(log);
}

// Tab comes to one move only, the arrow keys to the others.
function walk(event) {
  const step = { ArrowUp: "previousElementSibling", ArrowDown: "nextElementSibling" }[event.key];
  const now = event.target.closest(".step");
  if (!step || !now) return;
  event.preventDefault();
  now[step]?.querySelector(".move").focus();
}

const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

function bottom(log) {
  log.scrollTop = log.scrollHeight;
}

function mark(log) {
  const now = log.querySelector(`.step[data-at="${session.at}"]`);
  for (const button of log.querySelectorAll(".move[tabindex='0']")) button.tabIndex = -1;
  if (now) now.querySelector(".move").tabIndex = 0;
  if (now === marked && now?.classList.contains("now") === !session.live) return;
  marked?.classList.remove("now");
  marked?.removeAttribute("aria-current");
  marked = now;
  if (!now) return;
  now.classList.toggle("now", !session.live);
  if (session.live) return;
  now.setAttribute("aria-current", "step");
  reveal(log);
}

function reveal(log) {
  const now = marked;
  if (!now) return;
  const [top, end] = [now.offsetTop, now.offsetTop + now.offsetHeight]; // in the log, which is positioned
  if (top < log.scrollTop || end > log.scrollTop + log.clientHeight)
    log.scrollTop = top - log.clientHeight / 2;
}

function stepView(step) {
  return h(
    "li",
    { class: "step", "data-at": step.at, style: step.seat === null ? null : seatColour(step.seat) },
    h(
      "button",
      {
        type: "button",
        class: "move",
        tabindex: "-1",
        title: TEXTS.lookAt(step.at),
        "aria-label": TEXTS.lookAt(step.at),
      },
      String(step.at),
    ),
    h(
      "div",
      { class: "told" },
      step.told.map((sentence) => [
        h("span", { class: `sentence ${sentence.kind}` }, pieces(sentence.pieces)),
        " ",
      ]),
      step.announced?.length
        ? h(
            "div",
            { class: "announced" },
            h("span", { class: "badge" }, TEXTS.says),
            step.announced.map((one) => h("p", null, pieces(one.words), " ", h("code", null, one.notation))),
          )
        : null,
    ),
  );
}

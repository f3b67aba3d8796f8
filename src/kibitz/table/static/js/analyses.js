// Analyses in the lobby: a button at each game, how far its analysis is, and the report that was made of it. While
// something is under way the server is asked again and again.

import { $, h, sentence } from "./dom.js";
import { ask, get, post } from "./api.js";
import { TEXTS } from "./texts.js";
import { toast } from "./toast.js";

const A = TEXTS.analysis;
const AGAIN = 1000;
const UNDER_WAY = ["waiting", "running"];
const NOTHING = { state: "none", report: null };

let told = {}; // how it stands with each game, by its id
let titles = {};
let changed = () => {};
let timer = null;

// What the lobby was told; `draw` is called whenever that has changed since.
export function take(analyses, games, draw) {
  titles = Object.fromEntries(games.map((game) => [game.id, game.title]));
  changed = draw;
  hear(analyses);
}

const of = (game) => told[game.id] ?? NOTHING;

function hear(analyses) {
  const before = told;
  told = analyses;
  for (const [id, now] of Object.entries(told)) if (before[id]) announce(titles[id] ?? id, before[id].state, now);
  clearTimeout(timer);
  if (Object.values(told).some(({ state }) => UNDER_WAY.includes(state))) timer = setTimeout(again, AGAIN);
}

async function again() {
  if (document.visibilityState === "visible") {
    try {
      hear(await get("/api/analyses"));
      changed();
      return;
    } catch {
      // the lobby says so, when it asks for everything
    }
  }
  timer = setTimeout(again, AGAIN);
}

// Said once for each step; how many per cent it is can be looked up.
function announce(title, before, { state, error, report }) {
  if (state === before) return;
  if (state === "failed") $("say").textContent = A.failed(title, error);
  else if (UNDER_WAY.includes(state) && !UNDER_WAY.includes(before)) $("say").textContent = A.begun(title);
  else if (UNDER_WAY.includes(before) && report?.current) $("say").textContent = A.done(title);
}

// --- what a tile shows -----------------------------------------------------------------------------

// Whether there is something to be analysed: the same game gives the same report.
export const canAnalyse = (game) => !UNDER_WAY.includes(of(game).state) && !of(game).report?.current;

const address = (game) => `/api/games/${encodeURIComponent(game.id)}/analysis`;

export async function analyse(game) {
  hear(await post(address(game), {}));
  changed();
}

async function cancel(game) {
  try {
    hear(await (await ask(address(game), { method: "DELETE" })).json());
    changed();
  } catch (error) {
    toast(error.message, error.hint);
  }
}

// What is below the buttons of a game, if there is anything to say.
export function analysisOf(game) {
  const { state, report, error, hint } = of(game);
  const parts = [
    UNDER_WAY.includes(state) ? underWay(game) : null,
    state === "failed" ? h("p", { class: "error", key: "error" }, ...sentence(said(error, hint))) : null,
    report ? link(game, report) : null,
  ].filter(Boolean);
  return parts.length ? h("div", { class: "analysis", "data-state": state, key: "analysis" }, parts) : null;
}

const said = (error, hint) => A.because(error) + (hint ? ` (${hint})` : "");

function underWay(game) {
  const { state, done, doing, before, yours } = of(game);
  const per = Math.round(100 * (done ?? 0));
  const words = state === "waiting" ? A.waiting(before) : A.howFar(per, doing);
  return h(
    "div",
    { class: "under-way", key: "under-way" },
    h(
      "div",
      {
        class: "how-far",
        role: "progressbar",
        "aria-label": A.of(game.title),
        "aria-valuemin": "0",
        "aria-valuemax": "100",
        "aria-valuenow": state === "running" ? per : null,
        "aria-valuetext": state === "waiting" ? words : A.spoken(per, doing),
      },
      h("span", { style: { width: `${per}%` } }),
    ),
    h("span", { class: "doing" }, words),
    yours
      ? h(
          "button",
          {
            type: "button",
            class: "quiet",
            "data-do": "cancel",
            "aria-label": A.cancelLong(game.title),
            onclick: () => cancel(game),
          },
          A.cancel,
        )
      : null,
  );
}

function link(game, { id, when, current }) {
  const date = day(new Date(1000 * when));
  return h(
    "p",
    { class: "report", key: "report" },
    h(
      "a",
      {
        href: `/analysis/${encodeURIComponent(id)}`,
        "data-do": "report",
        "aria-label": A.reportLong(game.title, date),
      },
      A.report(date),
    ),
    current ? null : h("span", { class: "quiet-text" }, ` ${A.former}`),
  );
}

// The day of a report; the year only if it is another.
function day(date) {
  const year = date.getFullYear() === new Date().getFullYear() ? {} : { year: "numeric" };
  return date.toLocaleDateString("en-GB", { day: "numeric", month: "short", ...year });
}

// What is pressed goes, and something else takes its place: so does the focus.
const PLACES = ["analyse", "cancel", "report"];

export function keepingFocus(draw) {
  const had = document.activeElement;
  const name = had?.dataset?.do;
  const tile = PLACES.includes(name) ? had.closest(".tile")?.dataset.game : null;
  draw();
  if (!tile || document.activeElement === had) return;
  const found = PLACES.map((place) =>
    document.querySelector(`[data-game="${CSS.escape(tile)}"] [data-do="${place}"]`),
  );
  [found[1], found[2], found[0]].find(Boolean)?.focus();
}

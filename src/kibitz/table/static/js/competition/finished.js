// Finished games, the newest first, of everybody or of one entrant; each opens in the viewer.

import { get } from "../api.js";
import { $, h, patch } from "../dom.js";
import { COMPETITION as C } from "../texts.js";
import { trouble } from "../toast.js";
import { base, feed } from "./feed.js";
import { figure } from "./figures.js";
import { gameLink } from "./playing.js";

let entrant = ""; // whose games are shown; empty: everybody's
let older = []; // games that were asked for, below those the server tells by itself
let more = null; // whether there are still older ones; null: as the server tells by itself
let asking = false;

export function startFinished() {
  feed.on("games", update);
  feed.on("head", update);
}

// Those that are told by themselves, and what was asked for below them: no game twice.
function shown() {
  const newest = entrant ? [] : feed.parts.games.newest;
  const known = new Set(newest.map((game) => game.id));
  return [...newest, ...older.filter((game) => !known.has(game.id))];
}

async function fetchOlder(anew) {
  if (asking) return;
  asking = true;
  try {
    const last = anew ? null : shown().at(-1);
    const query = new URLSearchParams();
    if (entrant) query.set("entrant", entrant);
    if (last) query.set("before", last.number);
    const wanted = entrant;
    const found = await get(`${base}/games?${query}`);
    if (wanted !== entrant) return;
    older = anew ? found.games : [...older, ...found.games];
    more = found.more;
  } catch (error) {
    trouble(error);
  } finally {
    asking = false;
    update();
  }
}

function choose(event) {
  entrant = event.target.value;
  older = [];
  more = null;
  if (entrant) fetchOlder(true);
  else update();
}

function update() {
  const { games, head } = feed.parts;
  if (!games || !head) return;
  const rows = shown();
  const further = more ?? (!entrant && games.total > rows.length);
  patch(
    $("games"),
    h(
      "label",
      { class: "filter", key: "filter" },
      h("span", null, C.gamesOf),
      h(
        "select",
        { id: "entrant", onchange: choose },
        h("option", { value: "" }, C.everybody),
        head.entrants.map(({ key, name }) => h("option", { value: key }, name)),
      ),
      h("span", { class: "quiet-text" }, C.playedSoFar(games.total)),
    ),
    rows.length ? list(rows) : h("p", { class: "quiet-text" }, C.gamesNone),
    further
      ? h("button", { id: "more", type: "button", onclick: () => fetchOlder(false) }, C.more)
      : null,
  );
}

function list(rows) {
  return h("ul", { class: "finished", key: "list" }, rows.map(line));
}

function line(game) {
  const told = [
    h(
      "span",
      { class: "names" },
      game.sides.map((side, index) => [
        index ? h("small", { class: "quiet-text" }, ` ${C.against} `) : null,
        h(side.won ? "b" : "span", { class: side.won ? "won" : null }, side.name),
      ]),
      game.failures ? h("span", { class: "failed" }, C.failed(game.failures)) : null,
    ),
    h("span", { class: "scores" }, game.sides.map((side) => figure(side.score)).join(" : ")),
    h("span", { class: "quiet-text" }, game.title),
    h("span", { class: "quiet-text number" }, game.id),
  ];
  return h(
    "li",
    { key: game.id },
    game.record ? h("a", { href: gameLink(game.id), "data-game": game.id }, told) : h("div", null, told),
  );
}

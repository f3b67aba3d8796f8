// The games being played now: who against whom, how far; each opens as a table with all hands.

import { $, h, patch } from "../dom.js";
import { COMPETITION as C } from "../texts.js";
import { feed, home } from "./feed.js";

export function startPlaying() {
  feed.on("now", update);
  feed.on("head", update);
}

export const gameLink = (game) => `${home}/game/${encodeURIComponent(game)}`;

function update() {
  const { now, head } = feed.parts;
  if (!now || !head) return;
  const none = C.nowNone[head.state] ?? C.nowNone.other;
  patch(
    $("now"),
    now.games.length
      ? h("ul", { class: "tiles" }, now.games.map(tile))
      : h("p", { class: "quiet-text" }, none),
    now.more ? h("p", { class: "quiet-text" }, C.moreNow(now.more)) : null,
  );
}

function tile(game) {
  const names = game.entrants.join(` ${C.against} `);
  return h(
    "li",
    { key: game.id },
    h(
      "a",
      { class: "tile", href: gameLink(game.id), "data-game": game.id, "aria-label": C.watchGame(game.id, names) },
      h("span", { class: "quiet-text" }, game.title),
      h(
        "span",
        { class: "names" },
        game.entrants.map((name, index) => [index ? h("small", null, ` ${C.against} `) : null, h("b", null, name)]),
      ),
      h("span", { class: "quiet-text at" }, C.atDecision(game.at)),
    ),
  );
}

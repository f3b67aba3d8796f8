// What bots did wrong: how often, of which kind, and the first that was said of each kind.

import { $, h, patch } from "../dom.js";
import { COMPETITION as C } from "../texts.js";
import { feed } from "./feed.js";
import { gameLink } from "./playing.js";

export function startFailures() {
  feed.on("failures", update);
}

function update({ rows }) {
  patch(
    $("failures"),
    rows.length
      ? h("ul", { class: "failures" }, rows.map(line))
      : h("p", { class: "quiet-text" }, C.failuresNone),
  );
}

function line(row) {
  return h(
    "li",
    { key: row.key },
    h("b", null, row.name),
    row.forfeits ? h("span", { class: "failed" }, C.forfeits(row.forfeits)) : null,
    row.causes.map(cause),
  );
}

function cause({ cause, count, game, said, trace }) {
  return h(
    "details",
    { key: cause },
    h("summary", null, C.causes[cause] ?? cause, " ", h("b", null, count.toLocaleString("en"))),
    h("p", null, said),
    trace ? h("pre", { tabindex: "0" }, trace) : null,
    h("p", null, h("a", { href: gameLink(game) }, C.failedFirst(game))),
  );
}

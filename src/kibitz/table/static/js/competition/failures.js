// What bots did wrong: how often, of which kind, and the first that was said of each kind.

import { $, h, patch } from "../dom.js";
import { COMPETITION as C } from "../texts.js";
import { feed } from "./feed.js";

export function startFailures() {
  feed.on("failures", update);
}

function update({ rows }) {
  patch($("failures"), rows.length ? h("ul", { class: "failures" }, rows.map(line)) : h("p", { class: "quiet-text" }, C.failuresNone));
}

function line(row) {
  return h(
    "li",
    { key: row.name },
    h("b", null, row.name),
    " ",
    row.causes.map(({ cause, count }) =>
      h("span", { class: "cause" }, C.causes[cause] ?? cause, " ", h("b", null, count.toLocaleString("en"))),
    ),
    row.said
      ? h("details", null, h("summary", null, row.said), row.trace ? h("pre", { tabindex: "0" }, row.trace) : null)
      : null,
  );
}

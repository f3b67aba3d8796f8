// The standings: a table for each phase, the one being played first seen. Rows glide to their new places.

import { $, h, patch } from "../dom.js";
import { COMPETITION as C } from "../texts.js";
import { feed } from "./feed.js";
import { figure, percent } from "./figures.js";
import { gliding } from "./glide.js";

let chosen = null; // the phase somebody wants to see; null: the newest

export function startStandings() {
  feed.on("standings", update);
}

const rows = () => $("standings").querySelectorAll("tbody tr");

function update() {
  const { phases } = feed.parts.standings;
  if (!phases.length) {
    patch($("standings"), h("p", { class: "quiet-text" }, C.noStandings));
    return;
  }
  const shown = phases.find((phase) => phase.phase === chosen) ?? phases.at(-1);
  const before = $("standings").querySelector("table")?.dataset.phase;
  const change = () => patch($("standings"), phases.length > 1 ? choice(phases, shown) : null, table(shown));
  if (before === String(shown.phase)) gliding(rows, change);
  else change();
}

function choice(phases, shown) {
  const button = (phase) =>
    h(
      "button",
      {
        type: "button",
        "data-phase": phase.phase,
        "aria-pressed": String(phase === shown),
        onclick: () => {
          chosen = phase === phases.at(-1) ? null : phase.phase;
          update();
        },
      },
      phase.title,
    );
  return h("div", { class: "choice", key: "choice", role: "group", "aria-label": C.phases }, phases.map(button));
}

function table(phase) {
  const most = Math.max(1e-9, ...phase.rows.map((row) => row.points));
  const heads = ["rank", "name", "points", "games", "share", "score"];
  return h(
    "table",
    { class: "standings", key: `phase ${phase.phase}`, "data-phase": phase.phase },
    h(
      "thead",
      null,
      h(
        "tr",
        null,
        heads.map((name) => h("th", { scope: "col", class: name }, C.columns[name])),
      ),
    ),
    h(
      "tbody",
      null,
      phase.rows.map((row) => line(row, most)),
    ),
  );
}

function line(row, most) {
  return h(
    "tr",
    { key: row.key, "data-key": row.key, class: row.fate },
    h("td", { class: "rank" }, row.rank === null ? "–" : String(row.rank)),
    h(
      "th",
      { scope: "row", class: "name" },
      h("span", { class: "entrant" }, row.name),
      row.team ? h("span", { class: "members" }, row.team) : null,
      row.fate || row.note
        ? h("span", { class: `fate ${row.fate ?? ""}` }, C.fates[row.fate] ?? row.note)
        : null,
    ),
    h(
      "td",
      { class: "points" },
      h("span", { class: "bar", style: { width: `${Math.max(0, (100 * row.points) / most).toFixed(1)}%` } }),
      h("b", null, figure(row.points)),
    ),
    h("td", { class: "games" }, figure(row.games)),
    h("td", { class: "share" }, percent(row.share)),
    h("td", { class: "score" }, figure(row.score)),
  );
}

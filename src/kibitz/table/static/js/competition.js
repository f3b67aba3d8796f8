// The page of a competition: puts the parts together. Each draws itself from what the server tells of it.

import { $, h, patch } from "./dom.js";
import { startDrawings } from "./competition/drawings.js";
import { startFailures } from "./competition/failures.js";
import { feed } from "./competition/feed.js";
import { startFinished } from "./competition/finished.js";
import { startPlaying } from "./competition/playing.js";
import { startStandings } from "./competition/standings.js";
import { startState } from "./competition/state.js";
import { COMPETITION as C, TEXTS } from "./texts.js";

function nothing() {
  if (!feed.fatal) return;
  document.title = `${C.missing} · ${TEXTS.title}`;
  patch(
    $("main"),
    h(
      "section",
      { class: "nothing" },
      h("h2", null, C.missing),
      h("p", null, feed.fatal),
      h("p", null, C.missingHint),
      h("a", { class: "button primary", href: "/" }, TEXTS.toLobby),
    ),
  );
}

function start() {
  $("skip").textContent = C.skip;
  $("home").setAttribute("aria-label", TEXTS.toLobby);
  for (const part of ["standings", "now", "bracket", "pairs", "games", "failures", "fair"])
    $(`${part}-title`).textContent = C[part];
  startState();
  startStandings();
  startPlaying();
  startDrawings();
  startFinished();
  startFailures();
  feed.on("link", nothing);
  feed.start();
}

start();

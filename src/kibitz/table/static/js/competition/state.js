// How a competition stands: its title, its phases, how much has been played, and what it is bound to.

import { $, h, patch } from "../dom.js";
import { COMPETITION as C, TEXTS } from "../texts.js";
import { feed, home } from "./feed.js";

export function startState() {
  $("state").setAttribute("aria-label", C.state);
  feed.on("head", update);
  feed.on("link", lost);
  feed.on("trouble", ({ text }) => {
    $("trouble").hidden = !text;
    $("trouble").textContent = text ?? "";
  });
}

function lost() {
  $("lost").hidden = !feed.lost;
  $("lost").textContent = TEXTS.lost;
}

function update(head) {
  document.title = `${head.title} · ${TEXTS.title}`;
  document.body.dataset.state = head.state;
  document.body.dataset.played = head.played;
  $("title").textContent = head.title;
  $("game").textContent = head.game;
  patch(
    $("files"),
    head.report ? h("a", { id: "report", class: "button", href: `${home}/report.html` }, C.report) : null,
    head.results
      ? h("a", { id: "results", class: "button only-wide", href: `${home}/results.json` }, C.results)
      : null,
  );
  patch($("state"), line(head), head.phases.length > 1 ? phases(head) : null);
  patch($("fair"), fair(head));
  const said = `${phaseOf(head)}, ${C.states[head.state]}.`;
  if ($("say").textContent !== said) $("say").textContent = said;
}

const phaseOf = ({ phase, phases }) =>
  phase === null ? "" : C.phaseOf(phase + 1, phases.length, phases[phase].title);

const played = (one) => (one.planned ? C.played(one.played, one.planned) : C.playedSoFar(one.played));

function line(head) {
  return h(
    "div",
    { class: "line", key: "line" },
    h("span", { class: `pill ${head.state}` }, C.states[head.state]),
    h("strong", null, phaseOf(head)),
    h("span", { id: "played" }, played(head)),
    head.left === null ? null : h("span", { class: "quiet-text" }, C.left(head.left)),
    h("progress", {
      max: String(head.planned || 1),
      value: head.played,
      "aria-label": C.progress,
    }),
  );
}

function phases(head) {
  return h(
    "ol",
    { class: "phases", key: "phases", "aria-label": C.phases },
    head.phases.map((phase, index) =>
      h(
        "li",
        { class: phase.state, "aria-current": index === head.phase ? "step" : null },
        h("span", { class: "phase-title" }, phase.title),
        h("span", { class: "quiet-text" }, phase.state === "new" ? C.states.new : played(phase)),
      ),
    ),
  );
}

function fair(head) {
  return [
    h("p", null, C.held[head.held] ?? ""),
    h(
      "dl",
      null,
      h("dt", null, C.commitment),
      h("dd", null, h("code", { id: "commitment" }, head.commitment)),
      head.secret
        ? [h("dt", null, C.secret), h("dd", null, h("code", { id: "secret" }, head.secret))]
        : null,
    ),
    h(
      "p",
      { class: "quiet-text" },
      head.secret ? [C.verify, " ", h("code", null, C.verifyCommand), "."] : C.secretLater,
    ),
  ];
}

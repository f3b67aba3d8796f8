// Rounds: what the last one has brought, as soon as it is over, and the score sheet with all of them. Both are made
// from the steps of the log, up to the move one looks at.

import { $, h, patch } from "./dom.js";
import { show } from "./dialogs.js";
import { looks } from "./looks.js";
import { seatColour } from "./pieces.js";
import { nameOfOne } from "./names.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";

let shown = null; // the round in the panel

export function startRounds() {
  session.subscribe(update);
  looks.subscribe(update);
  document.addEventListener("keydown", key, true);
  $("stage").addEventListener("click", (event) => {
    if (looks.waits && !event.target.closest("a, button, input")) looks.close();
  });
}

// While the game waits, any key goes on with it, and does nothing else.
function key(event) {
  if (!looks.waits || event.ctrlKey || event.metaKey || event.altKey) return;
  if (["Tab", "Shift", "Control", "Alt", "Meta"].includes(event.key)) return;
  if (event.target.closest?.("dialog, input:not([type=range]), textarea, select")) return;
  event.preventDefault();
  event.stopPropagation();
  looks.close();
}

// The rounds that were over at the move one looks at.
const played = () =>
  session.log.filter((step) => step.round && step.at <= session.at).map((step) => step.round);

function update() {
  const button = $("scores");
  button.hidden = !played().length;
  const panel = $("round");
  const round = looks.round;
  panel.hidden = !round;
  patch(panel, round ? resultView(round) : []);
  if (round && round !== shown && looks.waits && session.table.you !== null && !typing())
    $("round-on").focus({ preventScroll: true });
  shown = round;
}

const typing = () => document.activeElement?.matches("input:not([type=range]), textarea, select");

// Who has won how much in a round: the teams if they count together, else the seats.
function parties(round) {
  const counted = round.teams.filter((team) => team.totals.length);
  if (counted.length) return counted.map((team) => ({ ...team, who: team.seats.map(nameOfOne).join(" + ") }));
  return round.seats.map((share, seat) => ({ ...share, seats: [seat], who: nameOfOne(seat) }));
}

const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));
const plain = (number) => String(number).replace("-", "−");
const mine = ({ seats }) => seats.includes(session.table.you);

function madeView({ made }) {
  if (made === null) return null;
  const text = made ? TEXTS.made : TEXTS.notMade;
  return h("span", { class: made ? "made" : "missed", title: text, role: "img", "aria-label": text }, made ? "✓" : "✗");
}

function resultView(round) {
  const all = parties(round);
  const names = [...new Set(all.flatMap((one) => one.chips.map((chip) => chip.name)))];
  const totals = all[0]?.totals.map((total) => total.name) ?? [];
  return [
    h("header", null, h("strong", { id: "round-title" }, TEXTS.roundOver(round.number))),
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("td"),
          names.map((name) => h("th", { scope: "col" }, name)),
          totals.flatMap((name) => [h("th", { scope: "col" }, TEXTS.won), h("th", { scope: "col" }, name)]),
        ),
      ),
      h(
        "tbody",
        null,
        all.map((one) =>
          h(
            "tr",
            { class: mine(one) ? "me" : null, style: seatColour(one.seats[0]) },
            h("th", { scope: "row" }, one.who, " ", madeView(one)),
            names.map((name) => h("td", null, one.chips.find((chip) => chip.name === name)?.value ?? "")),
            one.totals.flatMap((total) => [
              h("td", { class: "won" }, signed(total.won)),
              h("td", null, h("b", null, plain(total.value))),
            ]),
          ),
        ),
      ),
    ),
    h(
      "div",
      { class: "row-buttons" },
      h("button", { type: "button", id: "round-sheet", onclick: openSheet }, TEXTS.scores),
      h(
        "button",
        { type: "button", id: "round-on", class: "primary", onclick: () => looks.close() },
        looks.waits && !session.status.over ? TEXTS.nextRound : TEXTS.close,
      ),
    ),
  ];
}

// --- the score sheet ---------------------------------------------------------------------------------

export function openSheet() {
  show(TEXTS.scores, sheetView, { id: "score-sheet", wide: true });
}

// A row for each round, a column for each seat or team; under what was won, how it came about.
function sheetView() {
  const rounds = played();
  if (!rounds.length) return h("p", null, TEXTS.noRounds);
  const heads = parties(rounds.at(-1));
  return h(
    "div",
    { class: "scrolled", tabindex: "0", role: "group", "aria-label": TEXTS.scores },
    h(
      "table",
      { class: "scores" },
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "col" }, TEXTS.round),
          heads.map((one) =>
            h("th", { scope: "col", class: mine(one) ? "me" : null, style: seatColour(one.seats[0]) }, one.who),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        rounds.map((round) =>
          h(
            "tr",
            { key: round.number },
            h("th", { scope: "row" }, String(round.number)),
            parties(round).map((one) =>
              h(
                "td",
                null,
                h("div", null, one.totals.map((total) => h("span", { class: "won" }, signed(total.won))), " ", madeView(one)),
                h("small", null, one.chips.map((chip) => [h("span", null, `${chip.name} ${chip.value}`), " "])),
              ),
            ),
          ),
        ),
      ),
      h(
        "tfoot",
        null,
        h(
          "tr",
          null,
          h("th", { scope: "row" }, TEXTS.total),
          heads.map((one) => h("td", null, one.totals.map((total) => h("b", null, plain(total.value))))),
        ),
      ),
    ),
  );
}

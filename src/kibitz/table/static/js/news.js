// What is said above the felt: the chips of the table and the teams, whose turn it is, the connection, and, when the
// game is over, the result. A hidden live region says the turn aloud.

import { $, h, patch } from "./dom.js";
import { agreementView } from "./agreement.js";
import { verb, yourTurn } from "./decision.js";
import { chipView } from "./chips.js";
import { looks } from "./looks.js";
import { pieces, plain, seatColour } from "./pieces.js";
import { fullName, nameOf, nameOfOne } from "./names.js";
import { session } from "./session.js";
import { invitations, openShare } from "./share.js";
import { go } from "./slider.js";
import { knownTable, recall, remember } from "./store.js";
import { TEXTS } from "./texts.js";

let said = "";
let draft = null; // the name being typed
let named = false; // or not wanted
let asked = false; // I wanted the rematch: follow it at once

export function startNews() {
  session.subscribe(update);
  looks.subscribe(update);
}

function update() {
  const { table, status } = session;
  const moment = looks.shown; // what is said fits what is on the felt
  if (!table || !moment) return;
  patch(
    $("strip"),
    h(
      "div",
      { class: "table-chips", key: "chips" },
      (moment.chips ?? []).map(chipView),
      moment.result ? null : (moment.teams ?? []).map(teamView), // the result says it
      noteView(status),
    ),
    turnView(session.moment),
  );
  patch(
    $("banner"),
    [
      nameView(status),
      troubleView(status),
      agreementView(status),
      waitingView(status),
      resultView(),
      rematchView(status),
    ].filter(Boolean),
  );
  $("lost").hidden = !session.lost;
  $("lost").textContent = TEXTS.lost;
  speak();
}

function teamView(team) {
  if (!team.chips.length) return null;
  const names = team.seats.map(nameOfOne).join(" + ");
  return h(
    "span",
    { class: "team", style: seatColour(team.seats[0]) },
    h("span", { class: "team-name" }, names),
    team.chips.map(chipView),
  );
}

function turnView(moment) {
  const mine = yourTurn();
  if (!session.live && !(session.status.over && session.at === session.last)) {
    return h(
      "div",
      { class: "turn-line back", key: "turn", id: "turn" },
      h("span", null, TEXTS.lookingBack(session.at, session.last)),
      session.at < session.last || mine
        ? h(
            "button",
            { type: "button", class: mine ? "primary" : null, onclick: () => go(session.last) },
            mine ? TEXTS.turnWhileBack : TEXTS.backToGame,
          )
        : null,
    );
  }
  const turn = mine && !looks.waits ? " mine" : "";
  return h("div", { class: `turn-line${turn}`, key: "turn", id: "turn" }, turnText(moment));
}

function turnText(moment) {
  if (looks.waits) return TEXTS.roundOver(looks.round.number);
  if (session.status.over) return TEXTS.gameOver;
  if (yourTurn()) return verb() ? TEXTS.yourTurnTo(verb()) : TEXTS.yourTurn;
  if (moment.to_move === null) return "";
  const thinks = session.status.seats[moment.to_move]?.kind === "bot" && session.status.running !== false;
  return (thinks ? TEXTS.thinking : TEXTS.theirTurn)(nameOf(moment.to_move));
}

function troubleView(status) {
  if (!status.trouble) return null;
  return h("div", { class: "bar", role: "status", key: "trouble", id: "trouble" }, status.trouble);
}

// Something about the bots that need not be read: in one line, as far as there is room.
function noteView({ note, over }) {
  if (!note || over) return null;
  return h("span", { class: "note", key: "note", id: "note", title: note }, note);
}

// Whoever comes by an invitation has no name yet; who made the table has given it, or did not want to.
function nameView(status) {
  const { you, game } = session.table;
  if (
    you === null ||
    named ||
    status.over ||
    status.seats[you]?.kind !== "person" ||
    status.seats[you].name ||
    knownTable(session.token)?.host
  )
    return null;
  return nameForm(TEXTS.nameTitle(game.seats[you]), () => {
    named = true;
  });
}

function nameForm(title, done = () => {}) {
  draft ??= session.status.seats[session.table.you]?.name ?? recall("name", "");
  return h(
    "form",
    {
      class: "bar name-form",
      key: "name",
      id: "name-form",
      onsubmit: (event) => {
        event.preventDefault();
        if (!draft.trim()) return;
        remember("name", draft.trim());
        done();
        session.send({ do: "name", name: draft.trim() });
      },
    },
    h("strong", null, title),
    h("label", { for: "your-name" }, TEXTS.nameAsk),
    h("input", {
      id: "your-name",
      maxlength: "24",
      autocomplete: "nickname",
      required: true,
      value: draft,
      oninput: (event) => {
        draft = event.target.value;
      },
    }),
    h("button", { class: "primary", id: "name-go" }, TEXTS.nameGo),
  );
}

function waitingView(status) {
  if (status.over) return null;
  const missing = status.seats.filter(
    (seat, index) => seat.kind === "person" && !seat.here && index !== session.table.you,
  );
  if (!missing.length) return null;
  const may = invitations().length > 0;
  return h(
    "div",
    { class: "bar", key: "waiting" },
    h("span", null, TEXTS.waitingFor(missing.map(fullName).join(", "))),
    may
      ? h("button", { type: "button", class: "primary", id: "invite", onclick: openShare }, TEXTS.invitations)
      : null,
  );
}

function resultView() {
  const result = session.status.over ? (session.newest?.result ?? session.moment.result) : null;
  if (!result || looks.waits) return null;
  const mine = (seats) => seats.includes(session.table.you);
  return h(
    "section",
    {
      class: `bar result${session.at < session.last ? " past" : ""}`,
      key: "result",
      id: "result",
      "aria-label": TEXTS.result,
    },
    h("strong", { class: "verdict" }, pieces(result.verdict)),
    h(
      "ol",
      null,
      result.standings.map(({ rank, seats, chips }) =>
        h(
          "li",
          { style: seatColour(seats[0]), class: mine(seats) ? "me" : null },
          h("span", { class: "rank" }, TEXTS.showRank(rank)),
          " ",
          h("span", { class: "who" }, seats.map(nameOfOne).join(" + ")),
          " ",
          seats.length > 1 ? chips.map(chipView) : chips.map((chip) => h("b", null, chip.value)),
        ),
      ),
    ),
    session.status.may?.rematch && !session.status.rematch
      ? h(
          "button",
          {
            id: "rematch",
            type: "button",
            class: "primary",
            onclick: () => {
              asked = true;
              session.send({ do: "rematch" });
            },
          },
          TEXTS.rematch,
        )
      : null,
  );
}

function rematchView(status) {
  if (!status.rematch) return null;
  const href = `/at/${encodeURIComponent(status.rematch)}`;
  if (asked) location.assign(href);
  return h(
    "div",
    { class: "bar", role: "status", key: "rematch" },
    h("span", null, TEXTS.rematchReady),
    h("a", { class: "button primary", id: "rematch-go", href }, session.table.you === null ? TEXTS.goWatch : TEXTS.goThere),
  );
}

function speak() {
  const over = session.status.over;
  const text = over
    ? `${TEXTS.gameOver}. ${plain(session.newest?.result?.verdict)}`
    : yourTurn()
      ? `${turnText(session.newest)}.`
      : "";
  if (text === said) return;
  said = text;
  $("say").textContent = text;
}

// The lobby: the games and what they are like, the tables going on, one's own tables, and opening a record.

import { analyse, analysisOf, canAnalyse, keepingFocus, take } from "./analyses.js";
import { $, h, patch, sentence } from "./dom.js";
import { get, postFile } from "./api.js";
import { prose, show } from "./dialogs.js";
import { loadGame, openSetup, quick } from "./newtable.js";
import { drawFinder, found, nothing, startFinder } from "./finder.js";
import { forgetTable, recall } from "./store.js";
import { COMPETITION, TEXTS } from "./texts.js";
import { toast, trouble } from "./toast.js";

const L = TEXTS.lobby;
const LARGEST = 8_000_000; // bytes of a record
const AGAIN = 15000;

let lobby = null;
async function load() {
  try {
    lobby = await get("/api/lobby");
    take(lobby.analyses, lobby.games, draw);
    draw();
  } catch (error) {
    trouble(error);
  }
}

function draw() {
  if (!lobby) return;
  const games = found(lobby.games);
  drawFinder(games.length, lobby.shelves);
  keepingFocus(() => patch($("games"), games.length ? shelves(games) : nothing()));
  patch($("going"), lobby.tables.length ? lobby.tables.map(going) : h("li", { class: "none" }, L.goingNone));
  $("competitions-part").hidden = !lobby.competitions.length;
  patch($("competitions"), lobby.competitions.map(competition));
  const mine = recall("tables", []);
  $("mine-part").hidden = !mine.length;
  patch($("mine"), mine.slice(0, 8).map(own));
}

// --- games -----------------------------------------------------------------------------------------

// One's own games first, then all others on their shelves.
function shelves(games) {
  const own = games.filter((game) => game.own);
  const placed = lobby.shelves.map(({ family, title, about }) => [
    family || "other",
    title,
    about,
    games.filter((game) => !game.own && (game.family ?? "") === family),
  ]);
  return [["own", L.yourGames, "", own], ...placed]
    .filter(([, , , those]) => those.length)
    .map(([key, title, about, those]) =>
      h(
        "section",
        { class: "shelf", key, "data-family": key, "aria-labelledby": `shelf-${key}` },
        h("h3", { id: `shelf-${key}` }, title, about ? h("small", null, about) : null),
        h("div", { class: "tiles" }, those.map(tile)),
      ),
    );
}

function tile(game) {
  if (game.error) {
    return h(
      "article",
      { class: "tile broken", key: game.id, "data-game": game.id },
      h("h4", null, game.title, h("small", null, L.unusable)),
      h("p", { class: "error" }, sentence(game.error)),
    );
  }
  const looks = { play: "primary", setup: "quiet", analyse: "quiet", rules: "quiet" };
  const button = (name, text, long, fn) =>
    h(
      "button",
      { type: "button", class: looks[name], key: name, "data-do": name, "aria-label": long, onclick: busy(fn) },
      text,
    );
  const setUp = () => openSetup(game.id);
  return h(
    "article",
    { class: "tile", key: game.id, "data-game": game.id },
    h(
      "button",
      {
        type: "button",
        class: "cover",
        onclick: busy(setUp),
        "aria-label": L.setUp(game.title),
        tabindex: "-1",
      },
      h(
        "span",
        { class: "tile-cards", "aria-hidden": "true" },
        h("img", { src: picture(game), alt: "", loading: "lazy", decoding: "async", width: "280", height: "150" }),
      ),
      h("h4", null, game.title, game.own ? h("small", null, L.yourOwn) : null),
      h("p", { class: "summary" }, game.summary || ""),
      h("p", { class: "facts" }, facts(game)),
    ),
    analysisOf(game), // above the buttons: those of all tiles are in line
    h(
      "div",
      { class: "tile-buttons" },
      button("play", L.play, L.playLong(game.title), () => quick(game.id, "play")),
      button("watch", L.watch, L.watchLong(game.title), () => quick(game.id, "kibitz")),
      button("setup", L.setUpShort, L.setUp(game.title), setUp),
      canAnalyse(game)
        ? button("analyse", TEXTS.analysis.analyse, TEXTS.analysis.analyseLong(game.title), () => analyse(game))
        : null,
      button("rules", TEXTS.rules, L.rulesOf(game.title), () => rules(game.id)),
    ),
  );
}

const facts = ({ counts, teams, pace, cards, pack }) =>
  [
    h("span", { class: "players" }, L.players(counts) + (teams?.length ? L.inTeams : "")),
    pace ? h("span", null, TEXTS.finder.paces[pace]) : null,
    cards ? h("span", null, L.cards(cards, TEXTS.finder.packs[pack])) : null,
  ].flatMap((one) => (one ? [one, " "] : []));

// One click is enough, however long it takes; the button keeps the focus, for a dialog to give it back.
const busy = (fn) => async (event) => {
  const button = event.currentTarget;
  if (button.ariaBusy === "true") return;
  button.ariaBusy = "true";
  try {
    await fn();
  } catch (error) {
    trouble(error);
  } finally {
    button.ariaBusy = null;
  }
};

const picture = (game) => `/api/games/${encodeURIComponent(game.id)}/cover.svg`;

async function rules(id) {
  const game = await loadGame(id);
  show(game.title, () => prose(game.rules || game.summary || ""), { wide: true });
}

// --- competitions ----------------------------------------------------------------------------------

function competition({ id, title, game, state, played, planned }) {
  const games = planned ? COMPETITION.played(played, planned) : COMPETITION.playedSoFar(played);
  return h(
    "li",
    { key: id, "data-competition": id },
    h("div", null, h("strong", null, title), " ", h("span", { class: "quiet-text" }, COMPETITION.states[state])),
    h("div", { class: "quiet-text sitting" }, `${game} · ${games}`),
    h(
      "a",
      {
        class: state === "playing" ? "button primary" : "button",
        href: `/competition/${encodeURIComponent(id)}`,
        "aria-label": L.followLong(title),
      },
      L.follow,
    ),
  );
}

// --- tables ----------------------------------------------------------------------------------------

function going(table) {
  return h(
    "li",
    { key: table.watch },
    h(
      "div",
      null,
      h("strong", null, table.title),
      " ",
      h(
        "span",
        { class: "quiet-text" },
        table.over ? L.over : L.at(table.at),
        table.mode === "kibitz" ? ` · ${L.kibitz}` : "",
      ),
    ),
    h("div", { class: "quiet-text sitting" }, table.seats.map((seat) => seat.name || seat.seat).join(", ")),
    h("a", { class: "button", href: `/at/${encodeURIComponent(table.watch)}` }, L.watchThis),
  );
}

function own(table) {
  const token = table.token;
  const over = table.over || lobby.tables.some((one) => one.over && one.watch === table.watch);
  return h(
    "li",
    { key: token },
    h("div", null, h("strong", null, table.title), " ", h("span", { class: "quiet-text" }, table.seat ?? "")),
    h(
      "div",
      { class: "quiet-text sitting" },
      new Date(table.when).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }),
    ),
    h(
      "div",
      { class: "row-buttons" },
      h(
        "a",
        { class: over ? "button" : "button primary", href: `/at/${encodeURIComponent(token)}` },
        over ? L.lookAt : L.resume,
      ),
      h(
        "button",
        {
          type: "button",
          class: "plain",
          "aria-label": `${L.forget}: ${table.title}`,
          title: L.forget,
          onclick: () => {
            forgetTable(token);
            draw();
          },
        },
        "×",
      ),
    ),
  );
}

// --- records ---------------------------------------------------------------------------------------

async function openRecord(file) {
  if (!file) return;
  if (file.size > LARGEST) {
    toast(L.recordBig);
    return;
  }
  try {
    const { go } = await postFile("/api/records", file);
    location.assign(`/at/${encodeURIComponent(go)}`);
  } catch (error) {
    trouble(error);
  }
}

function start() {
  startFinder(draw);
  $("tagline").textContent = L.tagline;
  $("games-title").textContent = L.games;
  $("going-title").textContent = L.going;
  $("mine-title").textContent = L.mine;
  $("competitions-title").textContent = L.competitions;
  $("record-title").textContent = L.record;
  $("record-why").textContent = L.recordWhy;
  $("record").addEventListener("change", (event) => openRecord(event.target.files[0]));
  let inside = 0;
  const drag = (on) => document.body.classList.toggle("dropping", on);
  addEventListener("dragenter", () => {
    inside += 1;
    drag(true);
  });
  addEventListener("dragleave", () => {
    inside -= 1;
    if (inside <= 0) drag(false);
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", (event) => {
    event.preventDefault();
    inside = 0;
    drag(false);
    openRecord(event.dataTransfer?.files[0]);
  });
  addEventListener("pageshow", load); // also when somebody comes back with the browser's button
  setInterval(() => document.visibilityState === "visible" && load(), AGAIN);
}

start();

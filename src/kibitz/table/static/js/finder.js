// Finding a game: a search field and a few choices above the list. What is looked for stands in the address, so that
// a link leads to the same games; the server is not asked.

import { $, h, patch } from "./dom.js";
import { TEXTS } from "./texts.js";

const F = TEXTS.finder;
const KEYS = ["q", "family", "players", "length", "deck"];
const PACES = ["quick", "while", "long"];
const PACKS = ["french", "spanish", "italian", "german", "tarot", "own"];

let wanted = {};
let games = [];
let changed = () => {};

// A name as it is compared: in small letters, without accents, spaces and hyphens.
const plain = (text) =>
  text
    .normalize("NFKD")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .toLowerCase();

// `draw` is called whenever something else is looked for.
export function startFinder(draw) {
  changed = draw;
  read();
  $("find-words").textContent = F.label;
  $("find").setAttribute("aria-label", F.form);
  const field = $("q");
  field.placeholder = F.example;
  field.value = wanted.q ?? "";
  field.addEventListener("input", () => want("q", field.value.trim()));
  $("find").addEventListener("submit", (event) => event.preventDefault());
  addEventListener("popstate", () => {
    read();
    field.value = wanted.q ?? "";
    changed();
  });
}

function read() {
  const asked = new URLSearchParams(location.search);
  wanted = Object.fromEntries(KEYS.map((key) => [key, asked.get(key) ?? ""]).filter(([, value]) => value));
}

function want(key, value) {
  if (value) wanted[key] = value;
  else delete wanted[key];
  const query = new URLSearchParams(KEYS.filter((one) => wanted[one]).map((one) => [one, wanted[one]]));
  history.replaceState(null, "", `${location.pathname}${query.size ? `?${query}` : ""}`);
  changed();
}

function clear() {
  wanted = {};
  $("q").value = "";
  want("q", "");
  $("q").focus();
}

// --- what is found ---------------------------------------------------------------------------------

const names = (game) => [game.title, game.id, ...(game.also ?? [])];

// Whether a text goes on so from the beginning of one of its words.
const begins = (asked) => (text) =>
  text.split(/[^\p{L}\p{N}]+/u).some((_, at, all) => plain(all.slice(at).join(" ")).startsWith(asked));

const tests = {
  q: (game, words) => [...names(game), game.summary ?? ""].some(begins(plain(words))),
  family: (game, family) => game.family === family,
  players: (game, n) => (game.counts ?? []).includes(Number(n)),
  length: (game, pace) => game.pace === pace,
  deck: (game, pack) => game.pack === pack,
};

const fits = (game) => Object.entries(wanted).every(([key, value]) => tests[key](game, value));

// How well a game is called so: by its title, by another name, by the beginning of a word in them.
function how(game, words) {
  const asked = plain(words);
  const called = (name) => plain(name) === asked;
  if (names(game).slice(0, 2).some(called)) return 0;
  if (names(game).some(called)) return 1;
  return names(game).some(begins(asked)) ? 2 : 3;
}

// The games that are looked for, by their titles; for words, those first that are called so.
export function found(all) {
  games = all;
  const those = all.filter(fits);
  if (!wanted.q) return those.sort((a, b) => a.title.localeCompare(b.title));
  const ranked = new Map(those.map((game) => [game, how(game, wanted.q)]));
  return those.sort((a, b) => ranked.get(a) - ranked.get(b) || a.title.localeCompare(b.title));
}

// --- what is shown ---------------------------------------------------------------------------------

// The choices, with those that some game has, and how many games there are.
export function drawFinder(count, shelves) {
  const has = (list, key) => list.filter((one) => games.some((game) => game[key] === one) || wanted[key] === one);
  const seats = [...new Set([...games.flatMap((game) => game.counts ?? []), ...(Number(wanted.players) ? [Number(wanted.players)] : [])])];
  const families = has(shelves.map(({ family }) => family).filter(Boolean), "family");
  patch(
    $("find-choices"),
    choice("family", families.map((family) => [family, shelves.find((one) => one.family === family)?.title ?? family])),
    choice("players", seats.sort((a, b) => a - b).map((n) => [n, F.seats(n)])),
    choice("length", has(PACES, "pace").map((pace) => [pace, F.lengths[pace]])),
    choice("deck", has(PACKS, "pack").map((pack) => [pack, F.decks[pack]])),
  );
  const any = Object.keys(wanted).length > 0;
  $("find-clear").hidden = !any;
  $("find-clear").textContent = F.clear;
  $("find-clear").onclick = clear;
  const said = any ? F.some(count, games.length) : F.all(games.length);
  if ($("find-count").textContent !== said) $("find-count").textContent = said;
}

const choice = (key, options) =>
  h(
    "label",
    { class: wanted[key] ? "choice on" : "choice", key },
    h("span", { class: "unseen" }, F[key]),
    h(
      "select",
      { name: key, value: wanted[key] ?? "", onchange: (event) => want(key, event.target.value) },
      h("option", { value: "", selected: !wanted[key] }, F.any[key]),
      options.map(([value, text]) => h("option", { value: String(value), selected: String(value) === wanted[key] }, text)),
    ),
  );

// What stands where no game is.
export const nothing = () =>
  h(
    "div",
    { class: "nothing", key: "nothing" },
    h("p", null, wanted.q ? F.nothingCalled(wanted.q) : F.nothing),
    h("button", { type: "button", class: "primary", onclick: clear }, F.showAll),
  );

// The table page: puts the parts together. Each part draws itself from the session; this one has the header, the deck's
// sprite, the panel of what is known, the name at one's seat, and what the tests and style sheets read off <body>.

import { $, h, patch } from "./dom.js";
import { refused, yourTurn } from "./decision.js";
import { startBoard } from "./board.js";
import { isOpen, prose, refresh, show, shut } from "./dialogs.js";
import { showNumbers } from "./hand.js";
import { clear as clearHint, hint, startHints } from "./hints.js";
import { showKeys, startKeys } from "./keys.js";
import { startLastTrick, toggleLastTrick } from "./lasttrick.js";
import { startLog } from "./log.js";
import { startNames } from "./names.js";
import { startNews } from "./news.js";
import { putBack } from "./picks.js";
import { openSheet, startRounds } from "./rounds.js";
import { sittersView } from "./seats.js";
import { session } from "./session.js";
import { openShare } from "./share.js";
import { startSlider } from "./slider.js";
import { noteTable, recall, remember, rememberTable } from "./store.js";
import { COMPETITION, TEXTS } from "./texts.js";
import { toast } from "./toast.js";

let panel = recall("panel", false); // the panel, where one may choose
let sprite = null; // the deck that has been fetched
let noted = false;
const buttons = []; // of the page: disabled until the table they ask is there

function update() {
  if (session.fatal) {
    lostTable();
    return;
  }
  const { table, status } = session;
  if (!table) return;
  loadSprite();
  document.title = `${yourTurn() ? "● " : ""}${table.game.title} · ${TEXTS.title}`;
  const body = document.body.dataset;
  body.at = session.at;
  body.last = session.last;
  body.turn = status.over ? "over" : yourTurn() ? "yours" : "theirs";
  body.open = String(Boolean(status.open));
  body.mode = table.mode;
  body.role = table.role;
  body.live = String(session.live);
  body.look = session.full ? "full" : "after";
  body.connected = String(session.connected);
  body.panel = panelShown() ? "shown" : "hidden";
  for (const button of buttons.splice(0)) button.disabled = false;
  header();
  if (isOpen()) refresh();
  note();
}

// Watching with open cards, the panel is what one came for; a player asks for it.
const always = () => session.status.open && (session.table.mode === "kibitz" || session.table.you === null);
function panelShown() {
  return always() && matchMedia("(min-width: 1080px)").matches ? true : panel;
}

function header() {
  const { table, status } = session;
  const who =
    table.you !== null
      ? TEXTS.youAre(table.game.seats[table.you])
      : table.role === "host"
        ? TEXTS.hosting
        : TEXTS.watching;
  $("game-title").textContent = table.game.title;
  $("game-who").textContent = status.open ? `${who}, ${TEXTS.allOpen}` : who;
  const know = $("know");
  know.textContent = status.open || table.you === null ? TEXTS.knowAll : TEXTS.know;
  know.setAttribute("aria-expanded", String(panelShown()));
  know.classList.toggle("needless", always());
}

function toggleKnow() {
  panel = !panel;
  remember("panel", panel);
  update();
  if (!panel) return;
  scrollTo({ top: 0 }); // a small screen shows the table above or beside it
  $("knowing").focus();
}

// --- the deck --------------------------------------------------------------------------------------

async function loadSprite() {
  const key = JSON.stringify(session.table.game.parameters) + session.table.game.id;
  if (sprite === key) return;
  sprite = key;
  try {
    const text = await session.text("cards.svg");
    const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    drawn.setAttribute("width", "0");
    drawn.setAttribute("height", "0");
    drawn.setAttribute("aria-hidden", "true");
    $("sprite").replaceChildren(document.importNode(drawn, true));
  } catch (error) {
    sprite = null;
    toast(error.message, error.hint);
  }
}

// --- names and tables ------------------------------------------------------------------------------

// The lobby shows the tables one sat at, and which of them are over.
function note() {
  if (noted) noteTable(session.token, { over: session.status.over, watch: session.status.watch });
  if (noted || session.table.role === "watch") return;
  noted = true;
  const known = recall("tables", []).find(
    (table) => table.token === session.token || table.host === session.token,
  );
  const { game, you } = session.table;
  if (!known)
    rememberTable({ token: session.token, title: game.title, seat: you === null ? null : game.seats[you] });
}

function lostTable() {
  document.title = `${TEXTS.noTable} · ${TEXTS.title}`;
  patch(
    $("main"),
    h(
      "section",
      { class: "nothing" },
      h("h1", null, TEXTS.noTable),
      h("p", null, session.fatal),
      h("p", null, TEXTS.noTableHint),
      h("a", { class: "button primary", href: "/" }, TEXTS.toLobby),
    ),
  );
}

// Whoever came from a competition goes back there.
function wayBack() {
  const id = new URLSearchParams(location.search).get("competition");
  $("home").setAttribute("aria-label", id ? COMPETITION.back : TEXTS.toLobby);
  $("home").title = id ? COMPETITION.back : TEXTS.toLobby;
  if (id) $("home").href = `/competition/${encodeURIComponent(id)}`;
}

// --- beginning ---------------------------------------------------------------------------------------

function start() {
  $("skip").textContent = TEXTS.skip;
  wayBack();
  for (const [id, text, fn] of [
    [
      "rules",
      TEXTS.rules,
      () =>
        show(session.table.game.title, () => [prose(session.table.game.rules || ""), sittersView()], {
          wide: true,
        }),
    ],
    ["share", TEXTS.share, openShare],
    ["keys", "?", showKeys],
    ["know", TEXTS.know, toggleKnow],
    ["last-trick", TEXTS.lastTrick, () => toggleLastTrick()],
    ["scores", TEXTS.scores, openSheet],
    ["hint", TEXTS.hint, hint],
    ["know-close", "×", toggleKnow],
  ]) {
    $(id).textContent = text;
    $(id).addEventListener("click", () => fn());
    buttons.push($(id));
  }
  $("keys").setAttribute("aria-label", TEXTS.keys);
  $("keys").title = TEXTS.keys;
  $("know-close").setAttribute("aria-label", TEXTS.close);
  $("knowing").setAttribute("aria-label", TEXTS.knowAll);
  $("hand").setAttribute("aria-label", TEXTS.yourHand);
  $("stage").setAttribute("aria-label", TEXTS.table);
  $("controls").setAttribute("aria-label", TEXTS.controls);
  showNumbers(recall("numbers", false));
  session.subscribe(update);
  session.complain((text, why) => {
    refused();
    toast(text, why);
  });
  startBoard();
  startSlider();
  startLog();
  startNews();
  startLastTrick();
  startRounds();
  startNames();
  startHints();
  startKeys({
    lastTrick: () => toggleLastTrick(),
    scores: () => ($("scores").hidden ? null : openSheet()),
    hint,
    know: toggleKnow,
    escape: () => {
      if (putBack()) return;
      toggleLastTrick(false);
      clearHint();
      if (panel && !always()) toggleKnow();
      shut();
    },
  });
  matchMedia("(min-width: 1080px)").addEventListener("change", update);
  new ResizeObserver(([bar]) =>
    document.body.style.setProperty("--bar", `${Math.ceil(bar.borderBoxSize[0].blockSize)}px`),
  ).observe($("bottom")); // a sheet stands on it
  session.start();
  import("./knowing/panel.js")
    .then((knowing) => knowing.mount($("knowing")))
    .catch((error) => console.warn(error));
}

start();

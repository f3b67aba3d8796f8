// An invitation: whoever opens it first sits down, and from then on has a chair with an address of its own. This browser
// remembers which chair it got, so that the invitation leads there again.

import { post } from "./api.js";
import { $, h, patch } from "./dom.js";
import { recall, remember } from "./store.js";
import { TEXTS } from "./texts.js";

const MOST_CHAIRS = 60;
const invitation = decodeURIComponent(location.pathname.split("/").filter(Boolean).pop() ?? "");

const at = (token) => `/at/${encodeURIComponent(token)}`;

async function start() {
  const own = recall("chairs", []).find((chair) => chair.invitation === invitation);
  if (own) {
    location.replace(at(own.token));
    return;
  }
  try {
    const found = await post(`/api/sit/${encodeURIComponent(invitation)}`, {});
    if (found.go === null) {
      say(TEXTS.chairTaken(found.seat, found.title), TEXTS.chairTakenHint, [TEXTS.chairWatch, at(found.watch)]);
      return;
    }
    remember("chairs", [{ invitation, token: found.go }, ...recall("chairs", [])].slice(0, MOST_CHAIRS));
    if (found.freed) say(TEXTS.chairFreed(found.seat, found.title), TEXTS.chairFreedHint, [TEXTS.chairSit, at(found.go)]);
    else location.replace(at(found.go));
  } catch (error) {
    say(error.message, error.hint, null);
  }
}

function say(text, hint, way) {
  patch(
    $("main"),
    h("h1", null, TEXTS.title),
    h("p", null, text),
    hint ? h("p", null, hint) : null,
    h(
      "p",
      null,
      way ? h("a", { id: "way", class: "button primary", href: way[1] }, way[0]) : null,
      " ",
      h("a", { class: "button", href: "/" }, TEXTS.toLobby),
    ),
  );
}

start();

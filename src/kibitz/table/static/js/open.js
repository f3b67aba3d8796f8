// A link with a game in it: /open#DATA, where DATA is a record, compressed (zlib) and written in the letters of
// addresses (base64url). What stands behind the # never reaches a server by itself; this page sends it there as the
// lobby sends a file. If somebody came from elsewhere they are asked first: a stranger's link does nothing by itself.

import { postFile } from "./api.js";
import { $, h, patch, sentence } from "./dom.js";
import { TEXTS } from "./texts.js";

const O = TEXTS.open;
const LARGEST = 2_000_000; // bytes of a record, however small it was made

async function start() {
  const data = location.hash.slice(1);
  if (!data) {
    say(O.nothing, O.nothingHint);
    return;
  }
  let record;
  try {
    record = await unpacked(data);
  } catch {
    say(O.damaged, O.damagedHint);
    return;
  }
  if (isOurs(document.referrer)) await open(record);
  else say(O.ask, O.askHint, h("button", { id: "open", class: "primary", onclick: () => open(record) }, O.open));
}

const isOurs = (page) => URL.canParse(page) && new URL(page).origin === location.origin;

async function unpacked(data) {
  const letters = atob(data.replaceAll("-", "+").replaceAll("_", "/"));
  const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const parts = [];
  let size = 0;
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > LARGEST) throw new Error("too long"); // the rest is not even unpacked
    parts.push(part.value);
  }
  return new Blob(parts);
}

async function open(record) {
  patch($("main"), h("h1", null, TEXTS.title), h("p", null, O.opening));
  try {
    const { go } = await postFile("/api/records", record);
    location.replace(`/at/${encodeURIComponent(go)}`); // who goes back goes to where the link was
  } catch (error) {
    say(error.message, error.hint);
  }
}

function say(text, hint = null, way = null) {
  patch(
    $("main"),
    h("h1", null, TEXTS.title),
    h("p", null, sentence(text[0].toUpperCase() + text.slice(1))),
    hint ? h("p", null, sentence(hint[0].toUpperCase() + hint.slice(1))) : null,
    h("p", null, way, " ", h("a", { class: "button", href: "/" }, O.lobby)),
  );
}

addEventListener("hashchange", start);
start();

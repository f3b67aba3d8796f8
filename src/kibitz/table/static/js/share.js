// Sharing: the position in words, a link to this move, the record, invitations, opening all cards.

import { get } from "./api.js";
import { h } from "./dom.js";
import { refresh, show } from "./dialogs.js";
import { fullName, nameOf } from "./names.js";
import { session } from "./session.js";
import { recall, remember } from "./store.js";
import { TEXTS } from "./texts.js";
import { news, trouble } from "./toast.js";

// Under this name every computer finds itself and no other.
const onlyHere = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

let fallback = null; // a text the browser would not copy
let elsewhere = null; // where others on the network find this server; null: not known yet
let origin = location.origin; // what links begin with

export async function openShare() {
  fallback = null;
  show(TEXTS.share, view, { id: "share-dialog" });
  if (!onlyHere) return;
  try {
    elsewhere = (await get("/api/addresses")).addresses.map((address) => new URL(address).origin);
    if (!elsewhere.includes(origin)) origin = elsewhere[0] ?? location.origin;
    refresh();
  } catch (error) {
    trouble(error);
  }
}

export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    fallback = null;
    news(TEXTS.copied);
  } catch {
    fallback = text;
    news(TEXTS.cannotCopy);
  }
  refresh();
  if (fallback !== null) document.getElementById("copy-text")?.select();
}

const linkTo = (token, door = "at") => `${origin}/${door}/${encodeURIComponent(token)}`;

const copyLink = () => copy(`${linkTo(session.status.watch)}?move=${session.at}`);

async function copyPosition() {
  try {
    await copy(await session.text(`position?at=${session.at}`));
  } catch (error) {
    trouble(error);
  }
}

// The seats of other people, for whoever made the table: those to which somebody can be invited, and those taken.
export function invitations() {
  return session.status.seats
    .map((seat, index) => ({ ...seat, index }))
    .filter((seat) => seat.invitation || (seat.taken && session.status.may.free && seat.index !== session.table.you));
}

function freeChair(seat) {
  if (confirm(TEXTS.freeSure(fullName(seat)))) session.send({ do: "free", seat: seat.index });
}

function view() {
  const status = session.status;
  const open = status.open || status.over;
  return [
    part(
      TEXTS.copyPositionWhy,
      h("button", { id: "copy-position", type: "button", onclick: copyPosition }, TEXTS.copyPosition),
    ),
    open
      ? part(
          TEXTS.copyLinkWhy,
          h("button", { id: "copy-link", type: "button", onclick: copyLink }, TEXTS.copyLink),
        )
      : null,
    open
      ? part(
          TEXTS.downloadWhy,
          h(
            "a",
            { id: "download", class: "button", href: `${session.base}record`, download: "" },
            TEXTS.download,
          ),
        )
      : null,
    open ? null : h("p", { class: "quiet-text" }, TEXTS.notYet),
    fallback === null
      ? null
      : h("textarea", {
          id: "copy-text",
          readonly: true,
          rows: "6",
          "aria-label": TEXTS.copyPosition,
          value: fallback,
        }),
    inviteView(),
    agreeView(),
    renameView(),
  ];
}

function part(why, button) {
  return h("div", { class: "share-part" }, button, h("p", { class: "quiet-text" }, why));
}

function inviteView() {
  const links = invitations();
  const watch = session.status.watch;
  return h(
    "section",
    { key: "invite" },
    h("h3", null, TEXTS.invitations),
    reachView(),
    links.length ? h("p", { class: "quiet-text" }, TEXTS.inviteWhy) : null,
    links.map((seat) =>
      seat.taken ? chairRow(seat) : linkRow(fullName(seat), TEXTS.notHere, seat.invitation, seat.index, "sit"),
    ),
    watch ? linkRow(TEXTS.watchLink, "", watch, "watch") : null,
  );
}

// Who can open the links at all.
function reachView() {
  if (!onlyHere || elsewhere === null) return null;
  if (!elsewhere.length)
    return h("p", { id: "reach", class: "notice" }, TEXTS.onlyHere, " ", h("code", null, TEXTS.letIn));
  const choose = (event) => {
    origin = event.target.value;
    refresh();
  };
  return h(
    "p",
    { id: "reach", class: "quiet-text" },
    TEXTS.onNetwork,
    elsewhere.length > 1
      ? h(
          "select",
          { name: "origin", "aria-label": TEXTS.address, value: origin, onchange: choose },
          elsewhere.map((one) => h("option", { value: one, selected: one === origin }, one)),
        )
      : null,
  );
}

function chairRow(seat) {
  return h(
    "div",
    { class: "link-row", key: seat.index },
    h("span", { class: "link-name" }, fullName(seat), h("small", null, seat.here ? TEXTS.here : TEXTS.seated)),
    h("button", { type: "button", "data-free": seat.index, onclick: () => freeChair(seat) }, TEXTS.freeChair),
  );
}

function linkRow(name, note, token, key, door) {
  const url = linkTo(token, door);
  return h(
    "div",
    { class: "link-row", key },
    h("span", { class: "link-name" }, name, note ? h("small", null, note) : null),
    h("input", {
      readonly: true,
      value: url,
      "aria-label": name,
      "data-link": key,
      onfocus: (event) => event.target.select(),
    }),
    h("button", { type: "button", onclick: () => copy(url) }, TEXTS.copy),
  );
}

function renameView() {
  const you = session.table.you;
  if (you === null || session.status.seats[you]?.kind !== "person") return null;
  const input = h("input", {
    id: "new-name",
    maxlength: "24",
    autocomplete: "nickname",
    "aria-label": TEXTS.changeName,
    value: session.status.seats[you].name ?? recall("name", ""),
  });
  return h(
    "form",
    {
      key: "rename",
      class: "link-row",
      onsubmit: (event) => {
        event.preventDefault();
        const name = document.getElementById("new-name").value.trim();
        if (name && session.send({ do: "name", name })) remember("name", name);
      },
    },
    h("span", { class: "link-name" }, TEXTS.changeName),
    input,
    h("button", { id: "rename" }, TEXTS.save),
  );
}

function agreeView() {
  const status = session.status;
  const persons = status.seats.filter((seat) => seat.kind === "person");
  if (status.open || !persons.length || session.table.you === null) return null;
  const agreed = status.seats.map((seat, index) => (seat.agreed ? nameOf(index) : null)).filter(Boolean);
  const mine = status.seats[session.table.you]?.agreed;
  return h(
    "section",
    { key: "agree" },
    h("h3", null, TEXTS.openCards),
    h(
      "p",
      { class: "quiet-text" },
      TEXTS.agreeWhy,
      " ",
      agreed.length ? TEXTS.agreedBy(agreed.join(", ")) : TEXTS.agreedNone,
    ),
    mine
      ? h("p", null, TEXTS.agreed)
      : h(
          "button",
          {
            id: "agree",
            type: "button",
            disabled: !status.may?.agree,
            onclick: () => session.send({ do: "agree" }),
          },
          TEXTS.openCards,
        ),
  );
}

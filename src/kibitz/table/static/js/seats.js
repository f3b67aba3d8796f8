// Name plates: who sits there, whether it is their turn, and their chips.

import { h } from "./dom.js";
import { chipsText, chipView } from "./chips.js";
import { fullName, nameOfOne } from "./names.js";
import { seatColour } from "./pieces.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";

// Who sits where, and what each bot is like.
export function sittersView() {
  return h(
    "section",
    null,
    h("h3", null, TEXTS.sitters),
    h(
      "dl",
      { class: "keys" },
      session.status.seats.map((seat) => [
        h("dt", null, fullName(seat)),
        h("dd", null, seat.kind === "bot" ? seat.bot : TEXTS.person),
      ]),
    ),
  );
}

export function plateView(plate, moment) {
  const info = session.status.seats[plate.seat] ?? {};
  const seatName = info.seat ?? session.table.game.seats[plate.seat];
  const turn = moment.to_move === plate.seat;
  const you = session.table.you === plate.seat;
  const chips = moment.seats?.[plate.seat] ?? [];
  const away = info.kind === "person" && !info.here && !session.status.over;
  const name = nameOfOne(plate.seat);
  const other = info.name !== name && info.name; // a bot, or one of several with this name
  const small = [name !== seatName ? seatName : null, you ? TEXTS.you : null].filter(Boolean).join(" · ");
  const held = handCount(moment, plate.seat);
  return h(
    "div",
    {
      key: plate.seat,
      "data-seat": plate.seat,
      role: "img",
      "aria-label": [
        seatName,
        name !== seatName && name,
        held !== null && TEXTS.cardsOf(held),
        chipsText(chips),
        turn && TEXTS.toMove,
      ]
        .filter(Boolean)
        .join(", "),
      class: ["plate", plate.own && "own", turn && "turn", away && "away"].filter(Boolean).join(" "),
      style: {
        left: `${plate.x}px`,
        top: `${plate.y}px`,
        "--room": `${plate.width}px`,
        ...seatColour(plate.seat),
      },
    },
    h(
      "div",
      { class: "name" },
      h("span", { class: "dot", "aria-hidden": "true" }),
      h("strong", null, name),
      small ? h("span", { class: "seat-name" }, small) : null,
      other || info.bot ? h("span", { class: "bot-name", title: info.bot }, other || info.bot) : null,
      away ? h("span", { class: "seat-name" }, TEXTS.away) : null,
      session.status.open || you || !held
        ? null
        : h("span", { class: "held", title: TEXTS.cardsOf(held) }, String(held)),
    ),
    chips.length ? h("div", { class: "chips" }, chips.map(chipView)) : null,
  );
}

function handCount(moment, seat) {
  let count = null;
  for (const place of session.table.game.places) {
    if (place.role !== "hand" || place.owner !== "player" || place.who !== seat) continue;
    const there = moment.places[place.key] ?? 0;
    count = (count ?? 0) + (typeof there === "number" ? there : there.length);
  }
  return count;
}

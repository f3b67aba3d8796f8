// What people and bots are called: on their plates, and in sentences that the server tells of seats.

import { session } from "./session.js";

// What a seat is called: the player's name if there is one; bots of one kind are told apart by their seats.
export function nameOf(seat) {
  const info = session.status?.seats?.[seat] ?? {};
  return (info.kind !== "bot" && info.name) || info.seat || session.table?.game.seats[seat] || "";
}

// The same where it alone tells who is meant: of several with one name, by their seats.
export function nameOfOne(seat) {
  const name = nameOf(seat);
  const same = session.status.seats.filter((_, other) => nameOf(other) === name).length;
  return same > 1 ? session.table.game.seats[seat] : name;
}

// Where a name alone would not tell which seat is meant.
export const fullName = ({ name, seat }) => (name && name !== seat ? `${name} (${seat})` : seat);

// A seat in a sentence, "East" or "East's", by the person who sits there; "you" stays as it is.
export function named({ seat, text }) {
  const game = session.table?.game.seats[seat];
  return game && session.status ? text.replace(game, () => nameOfOne(seat)) : text;
}

let called = "";

// Sentences that are in the page already are told anew when somebody has another name now.
export function startNames() {
  session.subscribe(() => {
    const now = JSON.stringify(session.status?.seats.map((_, seat) => nameOfOne(seat)));
    if (now === called) return;
    called = now;
    for (const word of document.querySelectorAll("[data-word]"))
      word.textContent = named({ seat: Number(word.dataset.seat), text: word.dataset.word });
  });
}

// Playing: one decision is sent once; what comes back is the next moment or an error.

import { session } from "./session.js";
import { toast } from "./toast.js";
import { TEXTS } from "./texts.js";

let sent = -1; // the moment in which a decision was sent already
let sentOver = null; // and the connection it went over, by its first message: what a lost one took may be played again

export function play(action) {
  if (!session.newest?.actions.some((one) => one.text === action.text)) return; // what is on the screen is older than the game
  decide({ do: "act", action: action.text });
}

export function decide(message) {
  const at = session.newest?.at;
  if (!session.live || at === undefined || (sent === at && sentOver === session.table)) return;
  if (session.send({ ...message, at })) [sent, sentOver] = [at, session.table];
  else toast(TEXTS.notSent);
}

// After an error the same moment may be played again.
export function refused() {
  sent = -1;
}

// What one has to do, if all options begin with the same word: play, guess, discard.
export function verb() {
  const first = session.newest.actions.map(({ label }) =>
    typeof label[0] === "string" ? label[0].split(" ", 1)[0] : "",
  );
  return first.every((word) => word === first[0]) ? first[0] : "";
}

export function yourTurn() {
  const newest = session.newest;
  return Boolean(
    newest &&
    session.table &&
    session.table.you !== null &&
    newest.to_move === session.table.you &&
    newest.actions.length &&
    !session.status.over,
  );
}

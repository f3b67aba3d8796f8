// Showing all hands: whoever wants it has asked all others, who see that, and who has agreed so far, and say yes or no.

import { h } from "./dom.js";
import { nameOf } from "./names.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";
import { news } from "./toast.js";

let said = undefined; // who was heard to say no; undefined: nothing heard yet

// The question, for all at the table as long as it is open.
export function agreementView(status) {
  refusal(status);
  const people = status.seats.map((seat, number) => ({ ...seat, number })).filter(({ kind }) => kind === "person");
  const agreed = people.filter((one) => one.agreed);
  if (status.open || status.over || !agreed.length) return null;
  const missing = people.filter((one) => !one.agreed);
  const { you } = session.table;
  const mine = people.some((one) => one.number === you && one.agreed);
  const asked = you !== null && !mine;
  const others = agreed.filter((one) => one.number !== you);
  return h(
    "div",
    { class: "bar", role: "status", key: "agreement", id: "agreement" },
    h("strong", null, mine ? TEXTS.agreed : TEXTS.asks(names(agreed))),
    mine && others.length ? h("span", null, TEXTS.agreedBy(names(others))) : null,
    asked ? h("span", { class: "quiet-text" }, TEXTS.agreeShort) : h("span", null, TEXTS.awaits(missing.map(awaited).join(", "))),
    asked ? button("agree-yes", TEXTS.openCards, "agree", "primary") : null,
    asked ? button("agree-no", TEXTS.no, "decline") : null,
    mine ? button("agree-no", TEXTS.takeBack, "decline") : null,
  );
}

const names = (people) => people.map(({ number }) => nameOf(number)).join(", ");
const awaited = (one) => nameOf(one.number) + (one.here ? "" : ` (${TEXTS.notHere})`);
const button = (id, text, what, look = null) =>
  h("button", { id, type: "button", class: look, onclick: () => session.send({ do: what }) }, text);

// Whoever has asked hears that somebody would rather not.
function refusal({ declined }) {
  const heard = said;
  said = declined;
  if (heard === undefined || declined === null || declined === heard || declined === session.table.you) return;
  news(TEXTS.declined(nameOf(declined)));
}

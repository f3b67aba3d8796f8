// From one scene to the next: every card flies from where it was to where it is. A card that was hidden comes from the
// hand of whoever played it, one that is hidden now goes to whoever took it.

import { RATIO } from "./layout.js";

const FLIGHT = 320;
const EASE = "cubic-bezier(.25,.8,.35,1)";

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

export function transform(spot) {
  return `translate(${(spot.x - spot.width / 2).toFixed(1)}px, ${(spot.y - (spot.width * RATIO) / 2).toFixed(1)}px) rotate(${spot.turn ?? 0}deg)`;
}

// before, after: scenes; element(key) -> the element of a card; ghosts: where leaving cards fly; taker: seat or null
export function move(before, after, { element, ghosts, taker, quick = 1 }) {
  if (!before || calm() || document.visibilityState === "hidden") return;
  const old = new Map(before.cards.map((card) => [card.key, card]));
  const now = new Map(after.cards.map((card) => [card.key, card]));
  const duration = FLIGHT * quick;
  let delay = 0;
  for (const card of after.cards) {
    const from = old.get(card.key) ?? (card.card === null ? null : source(before, old, now, card));
    const target = element(card.key);
    if (!target) continue;
    if (!from) {
      if (card.card === null) target.animate([{ opacity: 0 }, { opacity: 1 }], { duration: duration / 2 });
      else
        target.animate(
          [
            { opacity: 0, transform: `${transform(card)} scale(.7)` },
            { opacity: 1, transform: transform(card) },
          ],
          { duration, easing: EASE },
        );
      continue;
    }
    if (near(from, card)) continue;
    const start = { ...from, x: from.x, y: from.y, width: card.width };
    const flown = target.animate(
      [
        { transform: `${transform(start)} scale(${(from.width / card.width).toFixed(3)})`, zIndex: 400 },
        { transform: transform(card), zIndex: 400 },
      ],
      { duration, easing: EASE, delay, fill: "backwards" },
    );
    flown.id = "fly";
    if (from.zone !== "hand" || card.zone !== "hand") delay = Math.min(delay + 18, 160);
  }
  const goal = taker === null || taker === undefined ? null : after.plates[taker];
  for (const card of before.cards) {
    if (now.has(card.key) || card.card === null || card.zone !== "trick") continue;
    ghost(ghosts, card, element(card.key), goal, duration);
  }
}

function near(a, b) {
  return (
    Math.abs(a.x - b.x) < 1.5 &&
    Math.abs(a.y - b.y) < 1.5 &&
    Math.abs(a.width - b.width) < 1.5 &&
    (a.turn ?? 0) === (b.turn ?? 0)
  );
}

// Where a card that was not to be seen has come from: the back of its player's hand that is gone, or the stock.
function source(before, old, now, card) {
  const gone = before.cards.filter((one) => one.card === null && !now.has(one.key));
  return (
    gone.find((one) => one.zone === "hand" && one.seat === card.seat) ??
    before.cards.findLast(
      (one) => one.card === null && one.zone === "hand" && one.seat === card.seat && card.zone !== "hand",
    ) ??
    before.cards.findLast((one) => one.zone === "stock") ??
    gone[0] ??
    null
  );
}

function ghost(ghosts, card, element, goal, duration) {
  if (!element) return;
  const copy = element.cloneNode(true);
  copy.querySelector("[data-card]")?.removeAttribute("data-card");
  copy.removeAttribute("data-card");
  copy.removeAttribute("data-key");
  copy.setAttribute("aria-hidden", "true");
  copy.classList.remove("winning", "led");
  ghosts.append(copy);
  const end = goal ? { ...card, x: goal.x, y: goal.y, turn: 90 } : card;
  const leaving = copy.animate(
    [
      { transform: transform(card), opacity: 1 },
      { transform: `${transform(end)} scale(.45)`, opacity: goal ? 0.2 : 0 },
    ],
    { duration: duration * 1.2, easing: "cubic-bezier(.5,0,.7,.6)" },
  );
  leaving.onfinish = leaving.oncancel = () => copy.remove();
}

// Rows that change places glide there: each begins where it was and goes to where it is now.

import { calm } from "../motion.js";

const GLIDE = 700;
const EASE = "cubic-bezier(.3,.7,.2,1)";

// Change a list by `change()`; its elements are those that `rows()` finds, told apart by data-key.
export function gliding(rows, change) {
  const before = new Map([...rows()].map((row) => [row.dataset.key, row.getBoundingClientRect().top]));
  change();
  if (calm() || document.visibilityState === "hidden") return;
  for (const row of rows()) {
    const from = before.get(row.dataset.key);
    const by = from === undefined ? 0 : from - row.getBoundingClientRect().top;
    if (Math.abs(by) < 1) continue;
    for (const old of row.getAnimations()) if (old.id === "glide") old.cancel();
    const glide = row.animate([{ transform: `translateY(${by}px)` }, { transform: "none" }], {
      duration: GLIDE,
      easing: EASE,
    });
    glide.id = "glide";
    row.classList.toggle("rising", by > 0);
    glide.onfinish = glide.oncancel = () => row.classList.remove("rising");
  }
}

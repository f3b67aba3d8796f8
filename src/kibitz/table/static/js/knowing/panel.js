// The right-hand panel: what is known at the moment that is shown.
//
// Each part is built once and then shown again after every change, but only while it is on the
// screen and not folded: nothing is asked for what nobody looks at.

import { session } from "../session.js";
import { curve } from "./curve.js";
import { formula } from "./formula.js";
import { heat } from "./heat.js";
import { kripke } from "./kripke.js";

/** Who may see what: all of it, one's own seat, or what everybody knows. */
function eyes() {
  return { open: session.status.open, you: session.table.you };
}

export function mount(root) {
  const parts = [];
  let sight = null;

  function build() {
    root.replaceChildren();
    watcher.disconnect();
    parts.length = 0;
    for (const make of [kripke, heat, curve, formula]) {
      const part = make(eyes());
      if (!part) continue; // not for a spectator of hidden cards
      part.seen = false;
      part.node.addEventListener("toggle", () => refresh(part));
      parts.push(part);
      root.append(part.node);
      watcher.observe(part.node);
    }
  }

  const refresh = (part) => {
    if (part.seen && part.node.open && session.moment) part.show();
  };

  const watcher = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        const part = parts.find((each) => each.node === entry.target);
        if (part) {
          part.seen = entry.isIntersecting;
          refresh(part);
        }
      }
    },
    { rootMargin: "120px" },
  );

  function update() {
    if (!session.table) return;
    const now = JSON.stringify(eyes());
    if (now !== sight) {
      sight = now;
      build();
    }
    parts.forEach(refresh);
  }

  session.subscribe(update);
  update();
}

// The bracket of a cup and the table of pairs, drawn by the server as for the report.

import { $ } from "../dom.js";
import { COMPETITION as C } from "../texts.js";
import { feed } from "./feed.js";

export function startDrawings() {
  for (const part of ["bracket", "pairs"]) {
    $(part).setAttribute("aria-label", C[part]);
    feed.on(part, ({ svg }) => draw(part, svg));
  }
}

// Parsed as a drawing and not as a page: what is in it that is no drawing does nothing here.
function draw(part, svg) {
  $(`${part}-part`).hidden = !svg;
  if (!svg) return;
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (drawn.nodeName !== "svg") return;
  $(part).replaceChildren(document.importNode(drawn, true));
}

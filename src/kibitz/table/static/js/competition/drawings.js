// The bracket of a cup and the table of pairs, drawn by the server as for the report.

import { $ } from "../dom.js";
import { COMPETITION as C } from "../texts.js";
import { feed } from "./feed.js";

const SMALLEST = 600; // a drawing that is wider is made smaller, but not so small that nobody can read it

export function startDrawings() {
  for (const part of ["bracket", "pairs"]) {
    $(part).setAttribute("aria-label", C[part]);
    feed.on(part, ({ svg, title }) => {
      $(`${part}-title`).textContent = title ? `${C[part]}: ${title}` : C[part];
      draw(part, svg);
    });
  }
}

// Parsed as a drawing and not as a page: what is in it that is no drawing does nothing here.
function draw(part, svg) {
  $(`${part}-part`).hidden = !svg;
  if (!svg) return;
  const drawn = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  if (drawn.nodeName !== "svg") return;
  const shown = document.importNode(drawn, true);
  shown.style.minWidth = `${Math.min(SMALLEST, Number(drawn.getAttribute("width")))}px`;
  $(part).replaceChildren(shown);
}

// How many deals each player still considers possible: a falling curve over the game.

import { h } from "../dom.js";
import { session } from "../session.js";
import { KNOWING } from "../texts.js";
import { inColour, part, power, short } from "./parts.js";

const texts = KNOWING.curve;
const WIDE = 400;
const HIGH = 150;
const LEFT = 34;
const RIGHT = 8;
const TOP = 10;
const BOTTOM = 18;

export function curve() {
  const { seats } = session.table.game;
  let found = { seats: [], counts: [], texts: [], common: [], common_texts: [] };
  let asking = false;
  let hovered = null;
  let drawnTo = -1;

  const plot = h("svg", {
    viewBox: `0 0 ${WIDE} ${HIGH}`,
    role: "slider",
    tabindex: "0",
    "aria-label": texts.label,
    "aria-valuemin": "0",
    "aria-valuemax": String(session.last),
    "aria-valuenow": String(session.at),
  });
  const readout = h("p", { class: "readout" });
  const spoken = h("div", { class: "unseen" });
  const note = h("p", { class: "note", hidden: true });
  const node = part("curve", texts.title, plot, readout, note, spoken);
  const marker = h("g", { class: "marker" });

  plot.addEventListener("click", (event) => session.look(moment(event)));
  plot.addEventListener("pointermove", (event) => {
    hovered = moment(event);
    read();
  });
  plot.addEventListener("pointerleave", () => {
    hovered = null;
    read();
  });
  plot.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 10, PageDown: -10 }[
      event.key
    ];
    const goal =
      event.key === "Home" ? 0 : event.key === "End" ? session.last : step ? session.at + step : null;
    if (goal === null) return;
    event.preventDefault();
    event.stopPropagation();
    session.look(Math.max(0, Math.min(session.last, goal)));
  });

  const known = () => found.common.length;
  const last = () => Math.max(1, known() - 1);
  const x = (k) => LEFT + ((WIDE - LEFT - RIGHT) * k) / last();
  const top = () =>
    Math.max(1, ...found.counts.flat(), ...found.common.map((value) => (found.seats.length ? 0 : value)));
  const y = (log) => HIGH - BOTTOM - ((HIGH - TOP - BOTTOM) * log) / top();

  function moment(event) {
    const box = plot.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDE;
    return Math.max(0, Math.min(known() - 1, Math.round(((at - LEFT) / (WIDE - LEFT - RIGHT)) * last())));
  }

  function show() {
    if (known() <= session.last) fetchMore();
    point();
  }

  async function fetchMore() {
    if (asking) return;
    asking = true;
    const since = known();
    let grown = false;
    try {
      const more = await session.get(`counts?since=${since}`);
      if (more.since === known()) {
        found.seats = more.seats;
        for (const name of ["counts", "texts", "common", "common_texts"]) found[name].push(...more[name]);
        grown = known() > since;
      }
      note.hidden = true;
    } catch (error) {
      note.hidden = false;
      note.textContent = error.message;
    }
    asking = false;
    draw();
    if (grown) show(); // the game may have gone on meanwhile
  }

  function draw() {
    if (drawnTo === known()) return;
    drawnTo = known();
    const step = Math.max(1, Math.ceil(top() / 4));
    const grid = [];
    for (let log = 0; log <= top() + 0.01; log += step) {
      grid.push(h("path", { class: "grid", d: `M${LEFT} ${y(log)} H${WIDE - RIGHT}` }));
      grid.push(
        h(
          "text",
          { class: "scale", x: LEFT - 5, y: y(log) + 3.5, "text-anchor": "end" },
          log ? power(log) : "1",
        ),
      );
    }
    const every = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((n) => known() / n <= 8) ?? 1000;
    for (let k = 0; k < known(); k += every) {
      grid.push(h("text", { class: "scale", x: x(k), y: HIGH - 4, "text-anchor": "middle" }, String(k)));
    }
    const lines = found.seats.map((seat, k) => {
      const own = found.counts.map((row) => row[k]);
      return h("path", { class: "own", "data-seat": seat, d: path(own, aside(k)), style: inColour(seat) });
    });
    if (!lines.length)
      lines.push(h("path", { class: "own", d: path(found.common, 0), style: inColour(null) }));
    plot.replaceChildren(...grid, ...lines, marker);
    speak();
    point();
  }

  /** How far a seat's line is moved, so that none hides another. */
  const aside = (k) => (k - (found.seats.length - 1) / 2) * 1.7;

  /** A line through all moments that can be counted. */
  function path(values, moved) {
    let pen = "M";
    let d = "";
    values.forEach((value, k) => {
      if (value === null) {
        pen = "M";
        return;
      }
      d += `${pen}${x(k).toFixed(1)} ${(y(value) + moved).toFixed(1)} `;
      pen = "L";
    });
    return d;
  }

  function point() {
    const at = Math.min(session.at, known() - 1);
    if (at < 0) return;
    const dots = found.seats
      .map((seat, k) => [found.counts[at][k], seat, k])
      .filter(([value]) => value !== null);
    marker.replaceChildren(
      h("path", { d: `M${x(at)} ${TOP - 6} V${HIGH - BOTTOM}` }),
      ...dots.map(([value, seat, k]) =>
        h("circle", { cx: x(at), cy: y(value) + aside(k), r: 3.6, style: inColour(seat) }),
      ),
    );
    plot.setAttribute("aria-valuemax", String(session.last));
    plot.setAttribute("aria-valuenow", String(session.at));
    const told = said(at).map(([who, , value]) => `${who} ${value}`);
    plot.setAttribute("aria-valuetext", `${texts.at(at)}: ${told.join(", ")}`);
    read();
  }

  /** Who considers how many deals possible: names, seats, digits. */
  function said(at) {
    const own = found.seats.map((seat, k) => [seats[seat], seat, found.texts[at]?.[k] ?? texts.none]);
    return own.length ? own : [[texts.common, null, found.common_texts[at] ?? texts.none]];
  }

  function read() {
    const at = hovered ?? Math.min(session.at, known() - 1);
    if (at < 0) return;
    readout.replaceChildren(
      h("span", { class: "when" }, texts.at(at)),
      ...said(at).map(([who, seat, value]) =>
        h("span", { title: value, style: inColour(seat) }, h("i"), `${who} `, h("b", null, short(value))),
      ),
    );
  }

  function speak() {
    const names = said(0).map(([who]) => h("th", { scope: "col" }, who));
    const head = h("thead", null, h("tr", null, h("th", { scope: "col" }, texts.moment), ...names));
    const rows = found.common.map((_, k) => {
      const values = said(k).map(([, , value]) => h("td", null, value));
      return h("tr", null, h("th", { scope: "row" }, texts.at(k)), ...values);
    });
    spoken.replaceChildren(h("table", null, h("caption", null, texts.help), head, h("tbody", null, ...rows)));
  }

  return { node, show };
}

// Controls: run and step the bots, their speed, and the slider back through the whole game. Where the server has
// nothing to run (the game is over, or one looks back) the same buttons play the past.

import { $, h, patch } from "./dom.js";
import { looks } from "./looks.js";
import { session } from "./session.js";
import { TEXTS } from "./texts.js";

const ICONS = {
  run: "M7 4.5v15l12-7.5z",
  pause: "M6 4.5h4v15H6zM14 4.5h4v15h-4z",
  step: "M5 4.5v15l9-7.5zM16 4.5h3v15h-3z",
  first: "M5 5h2.5v14H5zM19 5v14l-10-7z",
  back: "M16 5v14L6 12z",
  forward: "M8 5v14l10-7z",
};
const READING = 3; // times as long as a move the result of a round is shown
let playing = 0; // the timer that plays the past

// A button that is a picture, with a name.
function knob(id, name, onclick, { icon = id, ...more } = {}) {
  return h(
    "button",
    { id, type: "button", class: "round small", onclick, title: name, "aria-label": name, ...more },
    h("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, h("path", { d: ICONS[icon] })),
  );
}

export function startSlider() {
  session.subscribe(update);
}

// Whether run and step are the server's business now.
function served() {
  return session.live && !session.status.over && session.status.may?.step;
}

export function step() {
  stop();
  if (served()) session.send({ do: session.status.running ? "pause" : "step" });
  else session.forward();
}

export function run() {
  if (served()) session.send({ do: session.status.running ? "pause" : "run" });
  else if (playing) {
    stop();
    update();
  } else {
    if (session.at >= session.last) session.look(0);
    const on = () => {
      if (atEnd()) {
        stop();
        update();
        return;
      }
      session.forward();
      const pace = Math.max(0.12, session.status.pace ?? 1) * 1000;
      playing = setTimeout(on, looks.round ? READING * pace : pace);
    };
    playing = setTimeout(on, 250);
    update();
  }
}

function stop() {
  clearTimeout(playing);
  playing = 0;
}

export function go(k) {
  stop();
  session.look(k);
}

export function forward() {
  stop();
  session.forward();
}

export function back() {
  stop();
  session.back();
}

const atEnd = () => session.at >= session.last && !session.full;

// The first of two looks at a move lies half a move before the second.
const spot = () => session.at - (session.full ? 0.5 : 0);

function slide(to) {
  const move = Math.ceil(to);
  if (to === move) go(to);
  else if (session.twice(move)) {
    stop();
    session.look(move, { full: true });
  } else go(to > spot() ? move : move - 1);
}

function update() {
  const status = session.status;
  if (!status) return;
  const { at, last } = session;
  const running = served() ? status.running : Boolean(playing);
  const may = Boolean(status.may?.step) || status.over || !session.live;
  const pace = status.pace ?? 1;
  const name = running ? TEXTS.pause : served() ? TEXTS.run : TEXTS.replay;
  patch(
    $("controls"),
    may
      ? knob("run", name, run, {
          icon: running ? "pause" : "run",
          class: "round primary",
          "aria-pressed": String(running),
        })
      : null,
    may ? knob("step", TEXTS.step, step, { class: "round", disabled: !served() && atEnd() }) : null,
    h(
      "div",
      { class: "sliding", key: "sliding" },
      knob("first", TEXTS.first, () => go(0), { disabled: spot() <= 0 }),
      knob("back", TEXTS.back, back, { disabled: spot() <= 0 }),
      h("input", {
        id: "slider",
        type: "range",
        min: "0",
        max: String(last),
        step: "0.5",
        "aria-label": TEXTS.slider,
        "aria-valuetext": (session.full ? TEXTS.fullOf : TEXTS.moveOf)(at, last),
        style: { "--done": `${last ? (100 * spot()) / last : 100}%` },
        oninput: (event) => slide(Number(event.target.value)),
      }),
      knob("forward", TEXTS.forward, forward, { disabled: atEnd() }),
      h("output", { class: "move-of" }, TEXTS.moveOf(at, last)),
      h(
        "button",
        {
          id: "live",
          type: "button",
          class: `live${session.live ? " on" : ""}`,
          "aria-pressed": String(session.live),
          title: TEXTS.liveLong,
          onclick: () => go(last),
        },
        status.over ? TEXTS.end : TEXTS.live,
      ),
    ),
    may || session.table.role !== "watch"
      ? h(
          "label",
          { class: "pace", key: "pace" },
          h("span", { class: "unseen" }, TEXTS.speed),
          h(
            "select",
            {
              id: "pace",
              title: TEXTS.speed,
              value: nearest(pace),
              onchange: (event) => session.send({ do: "pace", seconds: Number(event.target.value) }),
            },
            paces().map((seconds) => h("option", { value: String(seconds) }, TEXTS.speeds[seconds])),
          ),
        )
      : null,
  );
  const slider = $("slider");
  if (Number(slider.value) !== spot()) slider.value = String(spot());
  const select = $("pace");
  if (select && document.activeElement !== select) select.value = nearest(pace);
}

export const paces = () =>
  Object.keys(TEXTS.speeds)
    .map(Number)
    .sort((a, b) => b - a);
const nearest = (pace) =>
  String(paces().reduce((best, one) => (Math.abs(one - pace) < Math.abs(best - pace) ? one : best)));

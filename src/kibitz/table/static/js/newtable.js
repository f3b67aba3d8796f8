// A new table: with everything as usual at one click, or set up in a dialog: the variant, who sits where, the speed.

import { h } from "./dom.js";
import { get, post } from "./api.js";
import { refresh, show } from "./dialogs.js";
import { recall, remember, rememberTable } from "./store.js";
import { paces } from "./slider.js";
import { TEXTS } from "./texts.js";
import { trouble } from "./toast.js";

const L = TEXTS.lobby;
const PACE = { play: 1.2, kibitz: 1.2 };

export function loadGame(id, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  return get(`/api/games/${encodeURIComponent(id)}${query ? `?${query}` : ""}`);
}

// South if there is one, else the last seat.
function mySeat(game) {
  const south = game.seats.indexOf("South");
  return south >= 0 ? south : game.seats.length - 1;
}

function usualSeats(game, mode) {
  return game.seats.map((_, seat) => (mode === "play" && seat === mySeat(game) ? { who: "me", bot: game.usual, more: "" } : { who: "bot", bot: game.usual, more: "" }));
}

export async function quick(id, mode) {
  const game = await loadGame(id);
  await create(game, { mode, parameters: {}, seats: usualSeats(game, mode), pace: PACE[mode], name: recall("name", ""), seed: "" });
}

async function create(game, plan) {
  const seats = plan.seats.map((seat) => {
    if (seat.who === "bot") return { who: "bot", bot: seat.more.trim() ? `${seat.bot}:${seat.more.trim().replace(/^:/, "")}` : seat.bot };
    return seat.who === "me" ? { who: "me", ...(plan.name ? { name: plan.name } : {}) } : { who: "invite" };
  });
  const wanted = { game: game.id, parameters: plan.parameters, mode: plan.mode, pace: plan.pace, seats };
  if (plan.seed !== "" && plan.mode === "kibitz") wanted.seed = Number(plan.seed);
  const made = await post("/api/tables", wanted);
  const mine = seats.findIndex((seat) => seat.who === "me");
  rememberTable({ token: made.go, host: made.host, watch: made.watch, seats: made.seats, title: game.title, seat: mine < 0 ? null : game.seats[mine] });
  location.assign(`/at/${encodeURIComponent(made.go)}`);
}

// --- the dialog ------------------------------------------------------------------------------------

export async function openSetup(id) {
  let game = await loadGame(id);
  const plan = { mode: "play", parameters: {}, seats: usualSeats(game, "play"), pace: PACE.play, name: recall("name", ""), seed: "" };
  let asked = 0;
  let error = null;

  // The number of players may depend on the parameters: ask, and keep what has been chosen.
  async function variant(name, value) {
    plan.parameters[name] = value;
    const mine = ++asked;
    try {
      const changed = await loadGame(id, plan.parameters);
      if (mine !== asked) return;
      error = null;
      game = changed;
      const usual = usualSeats(game, plan.mode);
      const me = plan.seats.findIndex((seat) => seat.who === "me");
      plan.seats = me < game.seats.length ? usual.map((seat, i) => plan.seats[i] ?? { ...seat, who: "bot" }) : usual;
    } catch (refused) {
      if (mine === asked) error = refused;
    }
    refresh();
  }

  function mode(chosen) {
    plan.mode = chosen;
    plan.seats = usualSeats(game, chosen);
    refresh();
  }

  function who(seat, chosen) {
    if (chosen === "me") for (const other of plan.seats) if (other.who === "me") other.who = "bot";
    plan.seats[seat].who = chosen;
    refresh();
  }

  async function start(event) {
    event.preventDefault();
    if (plan.name) remember("name", plan.name);
    try {
      await create(game, plan);
    } catch (refused) {
      error = refused;
      trouble(refused);
      refresh();
    }
  }

  const view = () => h("form", { class: "setup", key: "setup", onsubmit: start },
    h("fieldset", { class: "modes" }, h("legend", { class: "unseen" }, L.mode),
      ["play", "kibitz"].map((one) => h("label", { class: plan.mode === one ? "on" : null },
        h("input", { type: "radio", name: "mode", value: one, checked: plan.mode === one, onchange: () => mode(one) }),
        h("strong", null, one === "play" ? L.modePlay : L.modeKibitz), h("span", null, one === "play" ? L.modePlayWhy : L.modeKibitzWhy)))),
    plan.mode === "play" ? h("label", { class: "field", key: "name" }, h("span", null, L.yourName),
      h("input", { name: "name", maxlength: "30", autocomplete: "nickname", value: plan.name, oninput: (event) => { plan.name = event.target.value.trim(); } })) : null,
    h("fieldset", null, h("legend", null, L.seats), game.seats.map((name, seat) => seatView(name, seat))),
    game.parameters.length ? h("details", { key: "variant", open: Object.keys(plan.parameters).length > 0 }, h("summary", null, L.rulesPart),
      game.parameters.map((parameter) => parameterView(parameter))) : null,
    h("div", { class: "fields" },
      h("label", { class: "field", key: "pace" }, h("span", null, L.speed), h("select", { name: "pace", value: String(plan.pace), onchange: (event) => { plan.pace = Number(event.target.value); } },
        paces().map((pace) => h("option", { value: String(pace), selected: pace === plan.pace }, TEXTS.speeds[pace])))),
      plan.mode === "kibitz" ? h("label", { class: "field", key: "seed", title: L.seedWhy }, h("span", null, L.seed),
        h("input", { type: "number", name: "seed", min: "0", step: "1", value: plan.seed, placeholder: "–", oninput: (event) => { plan.seed = event.target.value; } })) : null),
    error ? h("p", { class: "error", role: "alert" }, error.message, error.hint ? h("small", null, ` ${error.hint}`) : null) : null,
    h("div", { class: "go" }, h("button", { class: "primary", id: "start", disabled: Boolean(error) && error.status === 400 && asked > 0 }, plan.mode === "play" && plan.seats.some((seat) => seat.who === "me") ? L.start : L.startWatch)));

  function seatView(name, seat) {
    const chosen = plan.seats[seat];
    const choices = plan.mode === "play" ? ["me", "invite", "bot"] : ["bot"];
    const bot = game.bots.find((one) => one.name === chosen.bot);
    return h("div", { class: "seat-row", key: `seat${seat}`, "data-seat": seat },
      h("span", { class: "seat-label" }, name),
      choices.length > 1 ? h("select", { name: "who", "aria-label": L.whoAt(name), value: chosen.who, onchange: (event) => who(seat, event.target.value) },
        choices.map((one) => h("option", { value: one, selected: one === chosen.who }, L.who[one]))) : null,
      chosen.who === "bot" ? h("select", { name: "bot", "aria-label": L.botOf(name), title: bot?.about ?? null, value: chosen.bot, onchange: (event) => { chosen.bot = event.target.value; chosen.more = ""; refresh(); } },
        game.bots.map((one) => h("option", { value: one.name, selected: one.name === chosen.bot, title: one.about ?? null }, one.name))) : null,
      chosen.who === "bot" && bot?.parameters?.length ? h("input", { name: "more", class: "more", "aria-label": L.botMoreOf(name), value: chosen.more,
        placeholder: bot.parameters.map((one) => `${one.name}=${one.default}`).join(","), title: bot.parameters.map((one) => `${one.name}: ${one.about ?? one.default}`).join("\n"),
        oninput: (event) => { chosen.more = event.target.value; } }) : null,
      chosen.who === "bot" && bot?.about ? h("small", { class: "about" }, bot.about) : null);
  }

  function parameterView(parameter) {
    const value = plan.parameters[parameter.name] ?? parameter.value;
    const change = (event) => { if (event.target.value !== "") variant(parameter.name, event.target.value); };
    const field = parameter.values?.length
      ? h("select", { name: parameter.name, value: String(value), onchange: change }, parameter.values.map((one) => h("option", { value: String(one), selected: String(one) === String(value) }, String(one))))
      : typeof parameter.value === "number"
        ? h("input", { type: "number", name: parameter.name, value: String(value), min: parameter.min, max: parameter.max, step: "1", onchange: change })
        : h("input", { name: parameter.name, value: String(value), onchange: change });
    return h("label", { class: "field parameter", key: parameter.name }, h("span", { class: "parameter-name" }, parameter.name), field, parameter.help ? h("small", null, parameter.help) : null);
  }

  show(L.newTable(game.title), view, { wide: true, id: "setup-dialog" });
}

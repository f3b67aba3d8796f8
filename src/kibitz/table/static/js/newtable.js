// A new table: with everything as usual at one click, or set up in a dialog: the variant, who sits where, the speed.

import { h, sentence } from "./dom.js";
import { get, post } from "./api.js";
import { refresh, show } from "./dialogs.js";
import { recall, remember, rememberTable } from "./store.js";
import { paces } from "./slider.js";
import { TEXTS } from "./texts.js";

const L = TEXTS.lobby;
const PACE = 1.2; // seconds a bot takes at least

export function loadGame(id, parameters = {}) {
  const query = new URLSearchParams(parameters).toString();
  return get(`/api/games/${encodeURIComponent(id)}${query ? `?${query}` : ""}`);
}

// South if there is one, else the last seat.
function mySeat(game) {
  const south = game.seats.indexOf("South");
  return south >= 0 ? south : game.seats.length - 1;
}

// settings: the parameters of the bot that were changed, by name
const usualSeat = (game, who) => ({ who, bot: game.usual, settings: {} });

function usualSeats(game, mode) {
  return game.seats.map((_, seat) =>
    usualSeat(game, mode === "play" && seat === mySeat(game) ? "me" : "bot"),
  );
}

const usualPlan = (game, mode) => ({
  mode,
  parameters: {},
  seats: usualSeats(game, mode),
  pace: PACE,
  name: recall("name", ""),
  seed: "",
});

export async function quick(id, mode) {
  const game = await loadGame(id);
  await create(game, usualPlan(game, mode));
}

function ordered(seat, plan) {
  if (seat.who === "me") return plan.name ? { who: "me", name: plan.name } : { who: "me" };
  if (seat.who === "invite") return { who: "invite" };
  const settings = Object.entries(seat.settings).filter(([, value]) => value !== "");
  return {
    who: "bot",
    bot: seat.bot + (settings.length ? `:${settings.map((pair) => pair.join("=")).join(",")}` : ""),
  };
}

async function create(game, plan) {
  const seats = plan.seats.map((seat) => ordered(seat, plan));
  const wanted = { game: game.id, parameters: plan.parameters, mode: plan.mode, pace: plan.pace, seats };
  if (plan.seed !== "" && plan.mode === "kibitz") wanted.seed = Number(plan.seed);
  const made = await post("/api/tables", wanted);
  const mine = seats.findIndex((seat) => seat.who === "me");
  rememberTable({
    token: made.go,
    host: made.host,
    watch: made.watch,
    title: game.title,
    seat: mine < 0 ? null : game.seats[mine],
  });
  location.assign(`/at/${encodeURIComponent(made.go)}`);
}

// --- the dialog ------------------------------------------------------------------------------------

export async function openSetup(id) {
  let game = await loadGame(id);
  const plan = usualPlan(game, "play");
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
      const me = plan.seats.findIndex((seat) => seat.who === "me");
      const kept = (_, seat) => plan.seats[seat] ?? usualSeat(game, "bot");
      plan.seats = me < game.seats.length ? game.seats.map(kept) : usualSeats(game, plan.mode);
    } catch (refused) {
      if (mine === asked) error = refused;
    }
    refresh();
  }

  function setMode(chosen) {
    plan.mode = chosen;
    plan.seats = usualSeats(game, chosen);
    refresh();
  }

  function sit(seat, chosen) {
    if (chosen === "me") for (const other of plan.seats) if (other.who === "me") other.who = "bot";
    plan.seats[seat].who = chosen;
    refresh();
  }

  async function start(event) {
    event.preventDefault();
    if (plan.name) remember("name", plan.name);
    error = null;
    try {
      await create(game, plan);
    } catch (refused) {
      error = refused;
      refresh();
    }
  }

  const view = () =>
    h(
      "form",
      { class: "setup", key: "setup", onsubmit: start },
      h(
        "fieldset",
        { class: "modes" },
        h("legend", { class: "unseen" }, L.mode),
        modeView("play", L.modePlay, L.modePlayWhy),
        modeView("kibitz", L.modeKibitz, L.modeKibitzWhy),
      ),
      plan.mode === "play"
        ? field(
            L.yourName,
            h("input", {
              name: "name",
              maxlength: "24",
              autocomplete: "nickname",
              value: plan.name,
              oninput: (event) => {
                plan.name = event.target.value.trim();
              },
            }),
          )
        : null,
      h("fieldset", null, h("legend", null, L.seats), game.seats.map(seatView)),
      game.parameters.length
        ? h(
            "details",
            { key: "variant", open: Object.keys(plan.parameters).length > 0 },
            h("summary", null, L.rulesPart),
            game.parameters.map(parameterView),
          )
        : null,
      h(
        "div",
        { class: "fields" },
        field(
          L.speed,
          choice(
            { name: "pace" },
            String(plan.pace),
            paces().map((pace) => [String(pace), TEXTS.speeds[pace]]),
            (value) => {
              plan.pace = Number(value);
            },
          ),
        ),
        plan.mode === "kibitz"
          ? field(
              L.seed,
              h("input", {
                type: "number",
                name: "seed",
                min: "0",
                step: "1",
                value: plan.seed,
                oninput: (event) => {
                  plan.seed = event.target.value;
                },
              }),
              L.seedWhy,
            )
          : null,
      ),
      h(
        "div",
        { class: "go" },
        error
          ? h(
              "p",
              { class: "error", role: "alert" },
              sentence(error.message),
              error.hint ? h("small", null, sentence(error.hint)) : null,
            )
          : null,
        h(
          "button",
          { class: "primary", id: "start" },
          plan.seats.some((seat) => seat.who === "me") ? L.start : L.startWatch,
        ),
      ),
    );

  const modeView = (mode, name, why) =>
    h(
      "label",
      { class: plan.mode === mode ? "on" : null },
      h("input", {
        type: "radio",
        name: "mode",
        value: mode,
        checked: plan.mode === mode,
        onchange: () => setMode(mode),
      }),
      h("strong", null, name),
      h("span", null, why),
    );

  function seatView(name, seat) {
    const chosen = plan.seats[seat];
    const bot = chosen.who === "bot" ? game.bots.find((one) => one.name === chosen.bot) : null;
    return h(
      "div",
      { class: "seat-row", key: `seat${seat}`, "data-seat": seat },
      h("span", { class: "seat-label" }, name),
      plan.mode === "play"
        ? choice({ name: "who", "aria-label": L.whoAt(name) }, chosen.who, Object.entries(L.who), (who) =>
            sit(seat, who),
          )
        : null,
      bot
        ? choice(
            { name: "bot", "aria-label": L.botOf(name) },
            chosen.bot,
            game.bots.map((one) => [one.name, botName(one)]),
            (value) => {
              plan.seats[seat] = { ...chosen, bot: value, settings: {} };
              refresh();
            },
          )
        : null,
      bot
        ? h(
            "div",
            { class: "about", key: bot.name },
            bot.about,
            bot.parameters.length ? settingsView(name, chosen, bot) : null,
          )
        : null,
    );
  }

  const settingsView = (name, chosen, bot) =>
    h(
      "details",
      { class: "settings" },
      h("summary", { "aria-label": L.settingsOf(name) }, L.settings),
      h(
        "div",
        null,
        bot.parameters.map((one) =>
          field(
            one.name,
            h("input", {
              name: one.name,
              placeholder: one.default,
              value: chosen.settings[one.name] ?? "",
              oninput: (event) => {
                chosen.settings[one.name] = event.target.value.trim();
              },
            }),
            one.about || L.settingIs(one.values),
          ),
        ),
      ),
    );

  function parameterView(parameter) {
    const { name, title, min, max } = parameter;
    const value = String(plan.parameters[name] ?? parameter.value);
    const change = (event) => {
      if (event.target.value !== "") variant(name, event.target.value);
    };
    const number = typeof parameter.value === "number" ? { type: "number", min, max, step: "1" } : {};
    const input = parameter.values?.length
      ? choice(
          { name },
          value,
          parameter.values.map((one) => [String(one), String(one)]),
          (chosen) => variant(name, chosen),
        )
      : h("input", { name, value, onchange: change, ...number });
    return h(
      "label",
      { class: "field parameter", key: name },
      h("span", { class: "parameter-name" }, title ? capital(title) : name),
      input,
      parameter.help ? h("small", null, parameter.help) : null,
    );
  }

  show(game.title, view, { wide: true, id: "setup-dialog" });
}

const capital = (text) => text[0].toUpperCase() + text.slice(1);

// A bot as people call it, and as the command line does.
const botName = ({ title, name }) =>
  title.toLowerCase() === name.toLowerCase() ? title : `${title} (${name})`;

const field = (name, input, why = null) =>
  h("label", { class: "field", key: name }, h("span", null, name), input, why ? h("small", null, why) : null);

// A list to choose from: [value, text] each
const choice = (attributes, value, all, change) =>
  h(
    "select",
    { ...attributes, value, onchange: (event) => change(event.target.value) },
    all.map(([one, text]) => h("option", { value: one, selected: one === value }, text)),
  );

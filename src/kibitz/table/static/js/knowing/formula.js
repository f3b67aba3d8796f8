// The formula line: is it true, at every moment of the game, and why?

import { h } from "../dom.js";
import { session } from "../session.js";
import { recall, remember } from "../store.js";
import { KNOWING } from "../texts.js";
import { part } from "./parts.js";

const texts = KNOWING.formula;
const MOST = 4;
const CHUNK = 40;

export function formula({ open, you }) {
  if (!open && you === null) return null;
  const { id, seats, cards } = session.table.game;
  const key = `formulas.${id}.${seats.length}`;
  const kept = [];

  const input = h("input", {
    type: "text",
    maxlength: "500",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    "aria-label": texts.label,
    "aria-describedby": "formula-error",
    placeholder: examples()[0],
  });
  const error = h("p", { class: "error", id: "formula-error", role: "alert", hidden: true });
  const list = h("div", { class: "asked" });
  const form = h("form", { onsubmit: submit }, input, h("button", { type: "submit" }, texts.ask));
  const chips = h(
    "div",
    { class: "examples", role: "group", "aria-label": texts.examples },
    ...examples().map((text) => h("button", { type: "button", onclick: () => add(text) }, text)),
  );
  const node = part("formula", texts.title, form, error, chips, list, h("p", { class: "marks" }, texts.help));
  for (const text of recall(key, []).slice(0, MOST)) if (typeof text === "string") keep(text);

  function submit(event) {
    event.preventDefault();
    add(input.value);
  }

  function wrong(text) {
    error.hidden = !text;
    error.textContent = text ?? "";
    input.setAttribute("aria-invalid", String(Boolean(text)));
  }

  /** Ask a new formula: it is kept if it can be asked at all. */
  async function add(text) {
    if (!text.trim()) return;
    if (kept.length >= MOST) {
      wrong(texts.most(MOST));
      return;
    }
    try {
      const at = session.at;
      const answer = await session.post("ask", { formula: text, since: at, until: at });
      wrong(null);
      input.value = "";
      const same = kept.find((each) => each.text === answer.formula);
      const asked = same ?? keep(answer.formula);
      asked.take(answer);
      save();
      asked.show();
    } catch (trouble) {
      if (input.value.trim() !== text.trim()) input.value = text;
      wrong(trouble.message);
    }
  }

  function keep(text) {
    const asked = new Asked(text, () => {
      kept.splice(kept.indexOf(asked), 1);
      asked.node.remove();
      wrong(null);
      save();
      input.focus();
    });
    kept.push(asked);
    list.append(asked.node);
    return asked;
  }

  const save = () =>
    remember(
      key,
      kept.map((each) => each.text),
    );

  /** Formulas with this game's own seats and suits. */
  function examples() {
    const initials = seats.map((name) => name[0].toUpperCase());
    const who = new Set(initials).size === seats.length ? initials : seats.map((_, k) => String(k));
    const suit =
      (cards.find((face) => face.suit === "HEARTS") ?? cards.find((face) => face.suit_name) ?? {})
        .suit_name ?? cards[0].text;
    const queen = (cards.find((face) => face.text === "QH") ?? cards.find((face) => face.rank) ?? cards[0])
      .text;
    const [a, b, c] = [who[0], who[1], who[2] ?? who[0]];
    return [
      `K ${a} ~has(${b},${suit})`,
      `C ${who.join(",")} ~has(${b},${suit})`,
      `Kw ${c} has(${b},${queen})`,
      `K ${a} ~K ${b} has(${c},${queen})`,
      `[! ~has(${b},${suit})] K ${a} has(${c},${queen})`,
    ];
  }

  return {
    node,
    show() {
      kept.forEach((each) => each.show());
    },
  };
}

/** A formula, with its answers so far. */
class Asked {
  #answers = new Map();
  #busy = false;
  #stopped = null;
  #error = null;

  constructor(text, remove) {
    this.text = text;
    this.strip = h("div", {
      class: "strip",
      role: "group",
      "aria-label": texts.strip(text),
      onkeydown: (event) => this.#key(event),
    });
    this.why = h("div", { class: "why", "aria-live": "polite" });
    const away = h(
      "button",
      { type: "button", class: "remove", "aria-label": texts.remove(text), onclick: remove },
      "×",
    );
    this.node = h(
      "section",
      { class: "one", "data-formula": text },
      h("header", null, h("code", null, text), away),
      this.strip,
      this.why,
    );
  }

  take(answer) {
    for (const each of answer.answers) this.#answers.set(each.at, each);
    if (answer.stopped) this.#stopped = answer.stopped;
    this.#error = null;
  }

  show() {
    const at = session.at;
    this.#draw();
    if (!this.#answers.has(at)) this.#ask(at, at);
    else if (!this.#stopped && !this.#error) this.#rest();
  }

  /** Ask for the moments that are missing, some at a time. */
  #rest() {
    for (let k = 0; k <= session.last; k += 1) {
      if (this.#answers.has(k)) continue;
      let end = k;
      while (end < session.last && end < k + CHUNK - 1 && !this.#answers.has(end + 1)) end += 1;
      this.#ask(k, end);
      return;
    }
  }

  async #ask(since, until) {
    if (this.#busy) return;
    this.#busy = true;
    let well = true;
    try {
      this.take(await session.post("ask", { formula: this.text, since, until }));
    } catch (trouble) {
      this.#error = trouble.message;
      well = false;
    }
    this.#busy = false;
    if (!this.node.isConnected) return;
    if (well) this.show();
    else this.#draw();
  }

  #look(k) {
    const answer = this.#answers.get(k);
    return answer === undefined ? "waiting" : answer.refused ? "refused" : String(answer.truth);
  }

  #draw() {
    const { last, at } = session;
    while (this.strip.childElementCount > last + 1) this.strip.lastChild.remove();
    for (let k = this.strip.childElementCount; k <= last; k += 1) {
      this.strip.append(
        h("button", {
          type: "button",
          class: "cell",
          "data-at": k,
          tabindex: "-1",
          onclick: () => session.look(k),
        }),
      );
    }
    [...this.strip.children].forEach((cell, k) => {
      const look = this.#look(k);
      if (cell.dataset.truth !== look) {
        cell.dataset.truth = look;
        cell.title = texts.cell(k, texts.truth[look]);
        cell.setAttribute("aria-label", cell.title);
      }
      const here = k === at;
      if (here !== (cell.getAttribute("aria-current") === "true")) {
        if (here) cell.setAttribute("aria-current", "true");
        else cell.removeAttribute("aria-current");
        cell.tabIndex = here ? 0 : -1;
      }
    });
    this.#tell(at);
  }

  #tell(at) {
    const answer = this.#answers.get(at);
    const look = this.#look(at);
    const told = [
      h("p", null, h("b", { class: "truth", "data-truth": look }, texts.truth[look]), ` ${texts.at(at)}`),
    ];
    if (this.#error) told.push(h("p", { class: "error" }, this.#error));
    if (answer?.refused) told.push(h("p", { class: "note" }, answer.refused));
    const quiet = (text) => h("span", { class: "quiet" }, `${text} `);
    if (answer?.counterexample)
      told.push(h("p", null, quiet(texts.shows[look]), deal(answer.counterexample)));
    if (answer?.why.length) told.push(h("p", null, quiet(texts.because), answer.why.join("; ")));
    if (this.#stopped) {
      const more = h(
        "button",
        {
          type: "button",
          onclick: () => {
            this.#stopped = null;
            this.#rest();
          },
        },
        texts.more,
      );
      told.push(h("p", { class: "note" }, `${this.#stopped} `, more));
    }
    const shown = h("div", null, ...told);
    if (this.why.innerHTML !== shown.innerHTML) this.why.replaceChildren(...shown.childNodes);
  }

  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const goal = Math.max(0, Math.min(session.last, session.at + step));
    session.look(goal);
    this.strip.children[goal]?.focus();
  }
}

/** A deal in words, its red suits red. */
function deal(text) {
  const found = document.createDocumentFragment();
  for (const piece of text.split(/(\S*[♥♦])/)) {
    found.append(/[♥♦]$/.test(piece) ? h("span", { class: "ink-red" }, piece) : piece);
  }
  return found;
}

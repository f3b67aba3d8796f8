// The formula line: is it true, at every moment of the game, and why?

import { h, sentence } from "../dom.js";
import { session } from "../session.js";
import { recall, remember } from "../store.js";
import { KNOWING } from "../texts.js";
import { part } from "./parts.js";

const texts = KNOWING.formula;
const MOST = 20;
const CHUNK = 10;

export function formula({ open, you }) {
  if (!open && you === null) return null;
  const { id, seats, cards } = session.table.game;
  const key = `formulas.${id}.${seats.length}`;
  const kept = [];

  // How long a formula may be, the server knows: it says so, and nothing is cut off here.
  const input = h("textarea", {
    id: "formula-text",
    rows: "1",
    spellcheck: "false",
    autocomplete: "off",
    autocapitalize: "off",
    "aria-label": texts.label,
    "aria-describedby": "formula-error",
    placeholder: examples()[0],
    oninput: grow,
    onkeydown: (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      add(input.value);
    },
  });
  const error = h("p", { class: "error", id: "formula-error", role: "alert", hidden: true });
  const list = h("div", { class: "asked" });
  const form = h("form", { onsubmit: submit }, input, h("button", { type: "submit" }, texts.ask));
  const chips = h(
    "div",
    { class: "examples", role: "group", "aria-label": texts.examples },
    ...examples().map((text) => h("button", { type: "button", onclick: () => add(text) }, text)),
  );
  const node = part("formula", texts.title, form, error, list, chips, h("p", { class: "marks" }, texts.help));
  for (const text of recall(key, []).slice(0, MOST).reverse()) if (typeof text === "string") keep(text);

  function submit(event) {
    event.preventDefault();
    add(input.value);
  }

  /** As many lines as there are to be seen. */
  function grow() {
    input.style.height = "auto";
    input.style.height = `${input.scrollHeight + input.offsetHeight - input.clientHeight}px`;
  }

  /** What is wrong, in the server's words; the cursor goes to the place it names. */
  function wrong(trouble) {
    error.hidden = !trouble;
    error.replaceChildren(...(trouble ? [...sentence(trouble.message), ...hint(trouble.hint)] : []));
    input.setAttribute("aria-invalid", String(Boolean(trouble)));
    const at = place(trouble?.message ?? "", input.value);
    if (at !== null) {
      input.focus();
      input.setSelectionRange(at, wordEnd(input.value, at));
    }
    if (trouble) error.scrollIntoView({ block: "nearest" });
  }

  let latest = 0;

  /** Ask a new formula: it is kept if it can be asked at all, above those before. An answer that is
   *  late, when another has been asked or is being written, leaves that and its error alone. */
  async function add(text) {
    if (!text.trim()) return;
    const mine = ++latest;
    const untouched = () => input.value.trim() === text.trim();
    if (kept.length >= MOST) {
      wrong(new Error(texts.most(MOST)));
      return;
    }
    try {
      const at = session.at;
      const answer = await session.post("ask", { formula: text, since: at, until: at });
      if (mine === latest) wrong(null);
      if (untouched()) input.value = "";
      grow();
      const same = kept.find((each) => each.spelt === answer.formula);
      const asked = same ?? keep(text.trim());
      asked.take(answer);
      save();
      asked.show();
      asked.node.scrollIntoView({ block: "nearest" });
    } catch (trouble) {
      if (mine !== latest) return;
      if (!untouched()) input.value = text;
      grow();
      wrong(trouble);
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
    kept.unshift(asked);
    list.prepend(asked.node);
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
      `Ev ${who.join(",")} ~has(${b},${suit})`,
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

const hint = (text) => (text ? [h("small", null, sentence(text))] : []);

/** Where in a text the place is that ends a message: `(line 2, character 5)`. */
function place(message, text) {
  const found = message.match(/\((?:line (\d+), )?character (\d+)\)$/);
  if (!found) return null;
  const before = text.split("\n").slice(0, Number(found[1] ?? 1) - 1);
  return before.join("").length + before.length + Number(found[2]) - 1;
}

const wordEnd = (text, at) => at + (text.slice(at).match(/^(\w+|.)?/)?.[0].length ?? 0);

// What is not looked at now is asked for by one formula after the other.
let turns = Promise.resolve();

/** A formula, with its answers so far. */
class Asked {
  #answers = new Map();
  #busy = false;
  #waiting = false;
  #stopped = null;
  #error = null;
  #code = h("code");
  #away;

  constructor(text, remove) {
    this.text = text; // as it was typed; the server's spelling may be longer than it takes
    this.strip = h("div", { class: "strip", role: "group", onkeydown: (event) => this.#key(event) });
    this.why = h("div", { class: "why", "aria-live": "polite" });
    this.#away = h("button", { type: "button", class: "remove", onclick: remove }, "×");
    this.node = h(
      "section",
      { class: "one" },
      h("header", null, this.#code, this.#away),
      this.strip,
      this.why,
    );
    this.#spell(text);
  }

  #spell(text) {
    if (text === this.spelt) return;
    this.spelt = text;
    this.#code.textContent = text;
    this.node.dataset.formula = text;
    this.strip.setAttribute("aria-label", texts.strip(text));
    this.#away.setAttribute("aria-label", texts.remove(text));
  }

  take(answer) {
    this.#spell(answer.formula);
    for (const each of answer.answers) this.#answers.set(each.at, each);
    if (answer.stopped) this.#stopped = answer.stopped;
    this.#error = null;
  }

  show() {
    this.#draw();
    if (!this.#answers.has(session.at)) this.#now();
    else if (!this.#stopped && !this.#error) this.#rest();
  }

  /** Ask for the moment that is looked at. */
  async #now() {
    if (this.#busy) return;
    this.#busy = true;
    const well = await this.#ask(session.at, session.at);
    this.#busy = false;
    if (well) this.show();
  }

  /** Ask for the moments that are missing, some at a time, when it is this formula's turn. */
  #rest() {
    if (this.#waiting || !this.#missing()) return;
    this.#waiting = true;
    turns = turns.then(async () => {
      const moments = this.node.isConnected ? this.#missing() : null;
      const well = moments && (await this.#ask(...moments));
      this.#waiting = false;
      if (well) this.show();
    });
  }

  /** The moments without an answer that are nearest to the one looked at, and some beyond: from, to.
      So they come in turn from both sides. */
  #missing() {
    const { at, last } = session;
    const open = (k) => k >= 0 && k <= last && !this.#answers.has(k);
    for (let far = 0; far <= Math.max(at, last - at); far += 1) {
      const near = [at + far, at - far].find(open);
      if (near === undefined) continue;
      const step = near < at ? -1 : 1;
      let end = near;
      while (open(end + step) && Math.abs(end - near) < CHUNK - 1) end += step;
      return step > 0 ? [near, end] : [end, near];
    }
    return null;
  }

  /** Whether an answer came, and is still wanted. */
  async #ask(since, until) {
    let well = true;
    try {
      this.take(await session.post("ask", { formula: this.text, since, until, at: session.at }));
    } catch (trouble) {
      this.#error = trouble.message;
      well = false;
    }
    if (!this.node.isConnected) return false;
    if (!well) this.#draw();
    return well;
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
    if (this.#error) told.push(h("p", { class: "error" }, sentence(this.#error)));
    if (answer?.refused) {
      const more = answer.hint ? [h("small", null, sentence(answer.hint))] : [];
      told.push(h("p", { class: "note unfollowed" }, answer.refused, ...more));
    }
    const quiet = (text) => h("span", { class: "quiet" }, `${text} `);
    if (answer?.differing) {
      const [so, not] = answer.differing;
      told.push(
        h("p", null, quiet(texts.differing)),
        h(
          "dl",
          { class: "differing" },
          h("dt", { "data-truth": "true" }, texts.so),
          h("dd", null, deal(so)),
          h("dt", { "data-truth": "false" }, texts.notSo),
          h("dd", null, deal(not)),
        ),
      );
    } else if (answer?.counterexample)
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

// A hint: what a search would do at your place, and what it thinks of your other options.

import { pieces } from "../pieces.js";
import { session } from "../session.js";
import { h, part } from "./dom.js";
import { TEXTS } from "./texts.js";

const texts = TEXTS.hint;

const score = (value) => value.toFixed(2).replace("-", "−");

export function hint({ you }) {
  if (you === null) return null;
  let about = null;
  // The table may have a button of this name itself; then this one shows all of the thinking.
  const id = document.getElementById("hint") ? "hint-thinking" : "hint";
  const button = h("button", { type: "button", id, class: "think", onclick: think }, texts.button);
  const told = h("div", { "aria-live": "polite" });
  const node = part("hinting", texts.title, h("p", null, button), told);

  function show() {
    const may = Boolean(session.status?.may?.hint ?? session.table.may?.hint) && session.at === session.last;
    button.disabled = !may || about === session.last;
    button.title = may ? "" : texts.turn;
    node.hidden = Boolean((session.status ?? session.table).over);
    if (about !== session.at) {
      about = null;
      told.replaceChildren();
    }
  }

  async function think() {
    const at = session.last;
    about = at;
    button.disabled = true;
    told.replaceChildren(h("p", { class: "quiet" }, texts.wait));
    try {
      const answer = await session.get("hint");
      if (about === at && session.last === at) draw(answer);
    } catch (error) {
      if (about === at) told.replaceChildren(h("p", { class: "error" }, error.message));
      about = null;
      button.disabled = false;
    }
  }

  function draw(answer) {
    const thoughts = answer.thoughts;
    const tried = thoughts.filter((each) => each.value !== null);
    const low = Math.min(...tried.map((each) => each.low ?? each.value));
    const high = Math.max(...tried.map((each) => each.high ?? each.value));
    const share = (value) => (high > low ? (100 * (value - low)) / (high - low) : 50);
    const most = Math.max(1, ...thoughts.map((each) => each.visits));
    const rows = thoughts.map((each) => {
      const best = each.text === answer.best;
      const bar = h("span", { class: "range" });
      let interval = "";
      if (each.low !== null) {
        interval = `${score(each.low)} … ${score(each.high)}`;
        const width = `${Math.max(1, share(each.high) - share(each.low))}%`;
        bar.append(h("i", { class: "interval", style: { left: `${share(each.low)}%`, width } }));
      }
      if (each.value !== null) bar.append(h("i", { class: "mean", style: { left: `${share(each.value)}%` } }));
      const mean = each.value === null ? texts.untried : score(each.value);
      return h(
        "tr",
        { class: best ? "best" : null, "data-action": each.text },
        h("th", { scope: "row" }, pieces(each.label), best ? h("em", null, texts.best) : null),
        h("td", { class: "score", title: interval }, bar, h("span", null, mean)),
        h("td", { class: "tries", style: { "--share": `${(100 * each.visits) / most}%` } }, texts.tries(each.visits)),
      );
    });
    const names = [texts.option, texts.score, texts.visits].map((name) => h("th", { scope: "col" }, name));
    told.replaceChildren();
    if (rows.length) {
      told.append(
        h("table", { class: "thoughts" }, h("thead", null, h("tr", null, ...names)), h("tbody", null, ...rows)),
        h("p", { class: "marks" }, texts.method(answer.method, answer.iterations)),
      );
    }
    if (answer.note) told.append(h("p", { class: "note" }, answer.best ? `${answer.best}. ` : "", answer.note));
  }

  return { node, show };
}

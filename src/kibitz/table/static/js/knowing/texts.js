// All English texts of the panel.

const moves = (k) => (k === 0 ? "the deal" : `move ${k}`);

export const TEXTS = {
  kripke: {
    title: "Kripke model of a card",
    own: "Who may have a card?",
    suits: "Suit",
    ranks: "Rank",
    choose: "Choose a card by suit and rank, or click one at the table.",
    worlds: (n) => (n === 1 ? "1 world" : `${n} worlds`),
    seats: "Show the lines of",
    seat: (name, n) => (n ? `${name}: considers ${n} of them possible` : name),
    marks: { true: "the true world", heavy: "heavy: really considered possible", dot: "dot: would know it there" },
    help: "A world for every place the card may be in. A line joins two worlds that a player cannot tell apart.",
  },
  heat: {
    title: "Where cards may be",
    eyes: "Through whose eyes?",
    all: "everybody",
    card: "card",
    forAll: (n) => `For all that everybody knows, ${n} possible.`,
    forYou: (n) => `For all that you know, ${n} possible.`,
    forSeat: (name, n) => `For all that ${name} knows, ${n} possible.`,
    deals: (text) => (text === "1" ? "one deal is" : `${text} deals are`),
    sure: "sure",
    none: "Everybody knows where every card is.",
    chance: (p) => (p <= 0 ? "·" : p >= 1 - 1e-9 ? "sure" : p < 0.005 ? "<1" : p > 0.995 ? ">99" : String(Math.round(100 * p))),
    spoken: (p) => (p <= 0 ? "not there" : p >= 1 - 1e-9 ? "sure" : `${Math.round(100 * p)} per cent`),
    unit: "per cent",
    look: (name) => `model of ${name}`,
  },
  curve: {
    title: "Deals still possible",
    help: "How many deals each player considers possible, on a scale of powers of ten.",
    label: "Deals considered possible, by move; arrow keys move in time",
    common: "everybody",
    moment: "moment",
    at: (k) => (k === 0 ? "The deal" : `Move ${k}`),
    none: "cannot be counted",
  },
  formula: {
    title: "Ask a formula",
    label: "Formula",
    ask: "Ask",
    examples: "For example",
    remove: (formula) => `Remove ${formula}`,
    strip: (formula) => `${formula} at every move; arrow keys move in time`,
    truth: { true: "true", false: "false", null: "not known", refused: "no sure answer", waiting: "…" },
    cell: (k, truth) => `${moves(k)}: ${truth}`,
    at: (k) => `at ${moves(k)}`,
    because: "Announced by playing:",
    shows: { false: "A deal that shows it:", null: "It would be false in:" },
    more: "Go on",
    help:
      "K N: North knows · Kw: knows whether · C N,E: common knowledge · D: together · " +
      "~ not · & and · | or · -> if · [! …] after an announcement",
    most: (n) => `At most ${n} formulas are kept: remove one first.`,
  },
  hint: {
    title: "A hint",
    button: "What would a search do?",
    wait: "Thinking…",
    best: "best",
    tries: (n) => (n === 1 ? "1 try" : `${n.toLocaleString("en")} tries`),
    method: (method, n) =>
      `${method}: ${n.toLocaleString("en")} games tried in deals you cannot exclude. ` +
      "The bar is where the mean score lies, with 95 % confidence.",
    untried: "never tried",
    option: "option",
    score: "mean score",
    visits: "tries",
    turn: "Hints are for your own turn.",
  },
  waiting: "One moment…",
  closed: "Spectators see this when all players have agreed to open the cards, or after the game.",
};

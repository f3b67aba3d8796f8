// What this browser remembers between visits: the player's name, their tables, a few switches. All of it may be missing
// (private windows, blocked storage): then the page works and forgets.

const PREFIX = "kibitz.";
const MOST_TABLES = 30;

export function recall(name, otherwise = null) {
  try {
    const text = localStorage.getItem(PREFIX + name);
    return text === null ? otherwise : JSON.parse(text);
  } catch {
    return otherwise;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // nothing to be done about it
  }
}

// A table somebody made or sat down at: {token, title, host, watch, when}
export function rememberTable(table) {
  const others = recall("tables", []).filter((known) => known.token !== table.token);
  remember("tables", [{ when: Date.now(), ...table }, ...others].slice(0, MOST_TABLES));
}

// What has changed about a table that is remembered.
export function noteTable(token, more) {
  const tables = recall("tables", []);
  const known = tables.find((table) => table.token === token || table.host === token);
  if (known && Object.entries(more).some(([name, value]) => known[name] !== value))
    remember(
      "tables",
      tables.map((table) => (table === known ? { ...known, ...more } : table)),
    );
}

export function knownTable(token) {
  return recall("tables", []).find((table) => table.token === token || table.host === token) ?? null;
}

export function forgetTable(token) {
  remember(
    "tables",
    recall("tables", []).filter((table) => table.token !== token),
  );
}

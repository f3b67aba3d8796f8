// Asking the server: JSON in, JSON out; whatever goes wrong becomes an Error with the server's own sentence.

import { TEXTS } from "./texts.js";

export async function ask(path, options = {}) {
  let answer;
  try {
    answer = await fetch(path, { headers: { Accept: "application/json" }, ...options });
  } catch {
    throw new Error(TEXTS.unreachable);
  }
  if (answer.ok) return answer;
  let said = {};
  try {
    said = await answer.json();
  } catch {
    // not JSON: the status has to do
  }
  const error = new Error(said.error ?? TEXTS.failed(answer.status));
  error.hint = said.hint ?? null;
  error.status = answer.status;
  throw error;
}

export async function get(path) {
  return (await ask(path)).json();
}

export async function getText(path) {
  return (await ask(path)).text();
}

// A file, byte for byte.
export async function postFile(path, file) {
  const answer = await ask(path, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/octet-stream" },
    body: file,
  });
  return answer.json();
}

export async function post(path, body) {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const answer = await ask(path, {
    method: "POST",
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    body: text,
  });
  return answer.json();
}

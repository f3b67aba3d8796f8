// Asking the server while somebody slides through a game: not for every moment passed by, the last
// wish wins, what has been answered is kept for a while.

const WAIT = 70;

export class Asker {
  #get;
  #most;
  #kept = new Map();
  #wanted = null;
  #busy = false;
  #timer = 0;
  #since = 0;
  #age = 0;

  constructor(get, most = 300) {
    this.#get = get;
    this.#most = most;
  }

  /** Show the answer to a question: at once if it is known; else soon, if nothing else is asked. */
  ask(path, show, fail) {
    clearTimeout(this.#timer);
    this.#wanted = null;
    const known = this.#kept.get(path);
    if (known !== undefined) {
      this.#kept.delete(path);
      this.#kept.set(path, known);
      show(known);
      return;
    }
    this.#wanted = { path, show, fail };
    const rest = WAIT - (performance.now() - this.#since);
    if (rest <= 0) this.#go();
    else this.#timer = setTimeout(() => this.#go(), rest);
    this.#since = performance.now();
  }

  /** Nothing is wanted any more. */
  drop() {
    clearTimeout(this.#timer);
    this.#wanted = null;
  }

  /** Forget all answers: more may be seen now than before. */
  forget() {
    this.drop();
    this.#kept.clear();
    this.#age += 1;
  }

  async #go() {
    if (this.#busy || this.#wanted === null) return;
    const { path, show, fail } = this.#wanted;
    const age = this.#age;
    this.#busy = true;
    try {
      const answer = await this.#get(path);
      if (age === this.#age) {
        this.#keep(path, answer);
        if (this.#wanted?.path === path) {
          this.#wanted = null;
          show(answer);
        }
      }
    } catch (error) {
      if (age === this.#age && this.#wanted?.path === path) {
        this.#wanted = null;
        fail(error);
      }
    } finally {
      this.#busy = false;
      this.#go();
    }
  }

  #keep(path, answer) {
    this.#kept.set(path, answer);
    if (this.#kept.size > this.#most) this.#kept.delete(this.#kept.keys().next().value);
  }
}

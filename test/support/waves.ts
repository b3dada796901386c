/**
 * Lets requests pass in waves: one begins when all requests of the wave before have ended, and takes all that
 * wait by then. So how many requests wait for one another does not depend on which one is answered first.
 */
export class Waves {
  #waiting: (() => void)[] = [];
  #running = 0;
  #isAboutToBegin = false;
  #count = 0;

  /** How many have begun. */
  get count(): number {
    return this.#count;
  }

  async pass<Result>(send: () => Promise<Result>): Promise<Result> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.push(resolve);
    this.#beginNext();
    await promise;
    try {
      return await send();
    } finally {
      this.#running--;
      this.#beginNext();
    }
  }

  #beginNext(): void {
    if (this.#running > 0 || this.#isAboutToBegin || this.#waiting.length === 0) return;
    this.#isAboutToBegin = true;
    this.#whenIdle(() => this.#begin());
  }

  /** What follows from the answers of one wave, also by way of a file, belongs to the next one together. */
  #whenIdle(begin: () => void): void {
    setImmediate(() => setImmediate(() => (usesFiles() ? this.#whenIdle(begin) : begin())));
  }

  #begin(): void {
    this.#isAboutToBegin = false;
    const wave = this.#waiting;
    this.#waiting = [];
    this.#running = wave.length;
    this.#count++;
    for (const begin of wave) begin();
  }
}

const usesFiles = (): boolean =>
  process.getActiveResourcesInfo().some((name) => name.startsWith("FSReq") || name === "CloseReq");

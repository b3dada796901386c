/** Thrown for a host that does not exist, cannot be reached or does not answer. */
export class Unreachable extends Error {
  readonly host: string;

  constructor(host: string, reason: string) {
    super(`${host} cannot be reached: ${reason}`);
    this.host = host;
  }
}

/**
 * Remembers for one run which hosts cannot be reached, so that only the first of their files waits for them.
 * Other files of a host wait until the first one has an answer.
 */
export class Hosts {
  readonly #there = new Set<string>();
  readonly #gone = new Map<string, Unreachable>();
  readonly #contacts = new Map<string, Promise<void>>();

  /** Throws what an earlier file was told of the host. */
  requireThere(host: string): void {
    const gone = this.#gone.get(host);
    if (gone) throw gone;
  }

  /** Fetches one file of a host. `work` calls what it is given as soon as the host answers. */
  async reach<Result>(host: string, work: (hasAnswered: () => void) => Promise<Result>): Promise<Result> {
    const earlier = this.#contacts.get(host);
    await earlier;
    this.requireThere(host);
    // The packed command runs on Node 20, which has no `Promise.withResolvers`.
    let answered = (): void => {};
    const contact = new Promise<void>((resolve) => {
      answered = resolve;
    });
    if (!earlier) this.#contacts.set(host, contact);
    try {
      return await work(() => {
        this.#there.add(host);
        answered();
      });
    } catch (error) {
      // A host that is there may redirect to one that is not, or be silent about one file.
      if (error instanceof Unreachable && !this.#there.has(error.host)) this.#gone.set(error.host, error);
      throw error;
    } finally {
      answered();
    }
  }
}

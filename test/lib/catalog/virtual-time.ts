/** Time that passes only when everybody waits, so that long histories run at once and always the same way. */
export class VirtualTime {
  nowMs = 0;
  readonly #sleepers: { readonly wakesAtMs: number; readonly wake: () => void }[] = [];

  /** Resolves when this much time has passed. */
  pause(durationMs: number): Promise<void> {
    return new Promise((wake) => {
      this.#sleepers.push({ wakesAtMs: this.nowMs + durationMs, wake });
    });
  }

  /** Lets time pass until nobody waits. */
  async pass(): Promise<void> {
    await everythingElse();
    while (this.#sleepers.length > 0) {
      const next = this.#sleepers.reduce((first, sleeper) =>
        sleeper.wakesAtMs < first.wakesAtMs ? sleeper : first,
      );
      this.#sleepers.splice(this.#sleepers.indexOf(next), 1);
      this.nowMs = next.wakesAtMs;
      next.wake();
      await everythingElse();
    }
  }
}

const everythingElse = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Time that passes only when everybody waits for it, so that long histories run at once and always the same
 * way.
 */
export class VirtualTime {
  nowMs = 0;
  readonly #sleepers: { readonly wakesAtMs: number; readonly wake: () => void }[] = [];

  /** Resolves when this much time has passed. */
  pause(durationMs: number): Promise<void> {
    return new Promise((wake) => {
      this.#sleepers.push({ wakesAtMs: this.nowMs + durationMs, wake });
    });
  }

  /** Lets time pass until nobody waits any more. */
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

/** Numbers that look random and depend on the seed only: `below(n)` is an integer from 0 to n − 1. */
export const randomFrom = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { below: (limit: number): number => Math.floor(next() * limit) };
};

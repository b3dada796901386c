/** Pseudo-random numbers, the same on every machine. */
export interface Random {
  /** At least 0 and below 1. */
  readonly fraction: () => number;
  /** A whole number from 0 to below the limit. */
  readonly below: (limit: number) => number;
}

/** Numbers from a seed (mulberry32). */
export const randomFrom = (seed: number): Random => {
  let state = seed | 0;
  const fraction = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { fraction, below: (limit) => Math.floor(fraction() * limit) };
};

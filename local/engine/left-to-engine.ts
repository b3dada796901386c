/** What is asked is not understood here, or is not allowed: the engine has to answer it, or to refuse it. */
export class LeftToEngine extends Error {
  override readonly name = "LeftToEngine";
}

/** Throws {@link LeftToEngine} unless this holds. */
export function requireKnown(isKnown: boolean): asserts isKnown {
  if (!isKnown) throw new LeftToEngine("This is left to the engine.");
}

/** Throws unless this holds: what is not understood, or may not be allowed, is left to the engine. */
export function requireKnown(isKnown: boolean): asserts isKnown {
  if (!isKnown) throw new Error("This is left to the engine.");
}

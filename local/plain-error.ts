/**
 * An error for people: its message says what is wrong and what to do. Programs print it without a stack and
 * exit with status 1.
 */
export class PlainError extends Error {
  override name = "PlainError";
}

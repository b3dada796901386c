/** An error for people: what is wrong and what to do. Printed without a stack; the exit status is 1. */
export class PlainError extends Error {
  override name = "PlainError";
}

/**
 * An error whose message is one plain sentence that says what is wrong and what to do about it.
 *
 * Programs print the message alone and exit with status 1: a stack would tell its reader nothing more.
 */
export class PlainError extends Error {
  override name = "PlainError";
}

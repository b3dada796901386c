import { PlainError } from "#local/plain-error.ts";

/** A wrong command line; the exit status is 2. */
export class UsageError extends PlainError {
  override name = "UsageError";
}

import { PlainError } from "#local/plain-error.ts";

/** A command line that says something the command does not understand: exit status 2. */
export class UsageError extends PlainError {
  override name = "UsageError";
}

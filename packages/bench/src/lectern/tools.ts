/** The clock, and errors that are told in one line. */

export { certain } from "../../../../lib/certain.ts";
export { clock } from "../../../../lib/clock.ts";
export { PlainError } from "../../../../local/plain-error.ts";

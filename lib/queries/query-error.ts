import { Refusal } from "#lib/refusals/refusal.ts";

/** A query that cannot be answered (400), or that names something that does not exist (404). */
export class QueryError extends Refusal {
  readonly status: 400 | 404;

  /** `parameter`: whose value is wrong, for surfaces that list problems. */
  constructor(status: 400 | 404, message: string, parameter?: string) {
    const problems = parameter && [{ path: parameter, code: "invalid", message } as const];
    super(status === 404 ? "not_found" : "bad_query", { detail: message, ...(problems && { problems }) });
    this.name = "QueryError";
    this.status = status;
  }
}

/** A fault of one field: `path` is dotted, such as `detail.3.value`. */
export interface Problem {
  readonly path: string;
  readonly code: string;
  readonly message: string;
}

/** The service refused a request. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly status: number;
  /**
   * The code, such as `revision_conflict`; the service's `docs/errors.md` lists all. Empty if the answer has
   * none.
   */
  readonly code: string;
  /** All faults of the fields, for `validation_error`. */
  readonly problems: readonly Problem[];
  /** The id to name in questions about a fault of the service. */
  readonly requestId: string | undefined;
  /** The body of the answer: parsed if it is JSON, else a text. */
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const { code, detail, message, request_id, errors } = fieldsOf(body);
    const problems = problemsOf(errors);
    const said = [detail, message, problems.map(({ path, message }) => `${path}: ${message}`).join(" ")];
    super(
      said.find((text): text is string => typeof text === "string" && text !== "") ??
        `The service answered ${status}.`,
    );
    this.status = status;
    this.code = typeof code === "string" ? code : "";
    this.problems = problems;
    this.requestId = typeof request_id === "string" ? request_id : undefined;
    this.body = body;
  }
}

/** The service did not answer, or what answered is not Lectern; `cause` has the error that showed it. */
export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

const fieldsOf = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};

const problemsOf = (errors: unknown): readonly Problem[] =>
  Object.entries(fieldsOf(errors)).flatMap(([path, faults]) =>
    (Array.isArray(faults) ? faults : []).map((fault: unknown) => {
      const { code, message } = fieldsOf(fault);
      return { path, code: String(code ?? ""), message: String(message ?? "") };
    }),
  );

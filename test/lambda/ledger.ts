/** What must not happen in a run. */
export interface StageFinding {
  readonly kind: "refused by IAM" | "wrong signature" | "function failed" | "request to AWS unknown";
  /** The function that asked or failed, as far as it is known. */
  readonly who: string;
  readonly detail: string;
}

/** What a run counts, for all stand-ins together. */
export class RunLedger {
  readonly findings: StageFinding[] = [];
  /** The ids of functions that have answered. */
  readonly functions = new Set<string>();
  readonly coldStartsMs: number[] = [];
  invocations = 0;
  /** Requests to AWS whose signature was right. */
  requests = 0;
  /** Actions that were compared with a role's policies. */
  decisions = 0;

  readonly find = (kind: StageFinding["kind"], who: string, detail: string): void => {
    this.findings.push({ kind, who, detail });
  };

  readonly summary = () => {
    const sorted = this.coldStartsMs.toSorted((one, other) => one - other);
    return {
      functions: this.functions.size,
      invocations: this.invocations,
      requests: this.requests,
      decisions: this.decisions,
      refusals: this.findings.filter(({ kind }) => kind === "refused by IAM").length,
      findings: this.findings,
      coldStarts: sorted.length,
      coldStartMs: {
        median: Math.round(sorted[sorted.length >> 1] ?? 0),
        highest: Math.round(sorted.at(-1) ?? 0),
      },
    };
  };
}

export type Summary = ReturnType<RunLedger["summary"]>;

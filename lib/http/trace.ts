import { traceHeader } from "#lib/settings/aws.ts";

/** The id of X-Ray's trace that a request belongs to: Lambda's own, elsewhere that of a proxy in front. */
export const traceIdOf = (headers: Readonly<Record<string, string | undefined>>): string | undefined =>
  // Anybody may send the header, so that only an id of the right form counts.
  /(?:^|;)\s*Root=(1-[\da-f]{8}-[\da-f]{24})(?:;|$)/.exec(
    traceHeader() ?? headers["x-amzn-trace-id"] ?? "",
  )?.[1];

import { timingSafeEqual } from "node:crypto";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Session } from "#lib/site/credential.ts";

/** What the check looks at. */
export interface CsrfEvidence {
  /** The request's own origin. */
  readonly origin: string;
  readonly originHeader: string | undefined;
  readonly cookie: string | undefined;
  readonly token: string | undefined;
}

const failed = (reason: string): Refusal => new Refusal("csrf_failed", { detail: `CSRF Failed: ${reason}` });

/** Refuses `csrf_failed` unless the request names our origin or none. */
export const requireOwnOrigin = ({
  origin,
  originHeader,
}: Pick<CsrfEvidence, "origin" | "originHeader">): void => {
  if (originHeader === undefined || originHeader === origin) return;
  throw failed(`Origin checking failed - ${originHeader} does not match any trusted origins.`);
};

/** Refuses `csrf_failed` unless a state-changing request of the session proves that our own page sent it (decisions §1 "CSRF"). */
export const requireCsrfToken = (session: Session, evidence: CsrfEvidence): void => {
  requireOwnOrigin(evidence);
  if (!evidence.cookie) throw failed("CSRF cookie not set.");
  if (!evidence.token) throw failed("CSRF token missing.");
  const expected = Buffer.from(session.csrfToken);
  const given = Buffer.from(evidence.token);
  if (given.length !== expected.length)
    throw failed("CSRF token from the 'X-Csrftoken' HTTP header has incorrect length.");
  if (!timingSafeEqual(given, expected))
    throw failed("CSRF token from the 'X-Csrftoken' HTTP header incorrect.");
};

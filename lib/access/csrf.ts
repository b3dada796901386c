import { timingSafeEqual } from "node:crypto";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Session } from "#lib/site/credential.ts";

/** What a request says of the page that sent it. */
export interface Sender {
  /** The request's own origin. */
  readonly origin: string;
  /** The headers `Origin` and `Sec-Fetch-Site`, which browsers write and pages cannot. */
  readonly originHeader: string | undefined;
  readonly fetchSite: string | undefined;
}

/** What proves that our own page sent a request. */
export interface CsrfEvidence extends Sender {
  readonly cookie: string | undefined;
  readonly token: string | undefined;
}

const failed = (reason: string): Refusal => new Refusal("csrf_failed", { detail: `CSRF Failed: ${reason}` });

/**
 * Refuses `csrf_failed` where a browser says that another site's page sent the request; other clients say
 * nothing of that.
 */
export const requireOwnOrigin = ({ origin, originHeader, fetchSite }: Sender): void => {
  if (originHeader !== undefined && originHeader !== origin)
    throw failed(`Origin checking failed - ${originHeader} does not match any trusted origins.`);
  if (fetchSite === "cross-site") throw failed("Another site's page sent the request.");
};

/**
 * Refuses `csrf_failed` unless a state-changing request of the session proves that our own page sent it
 * (contract#csrf).
 */
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

import { timingSafeEqual } from "node:crypto";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { Session } from "#lib/site/credential.ts";

/** The headers of a request that tell which page sent it. */
export interface Sender {
  readonly origin: string;
  /** The headers `Origin` and `Sec-Fetch-Site`, which browsers set and pages cannot forge. */
  readonly originHeader: string | undefined;
  readonly fetchSite: string | undefined;
}

export interface CsrfEvidence extends Sender {
  readonly cookie: string | undefined;
  readonly token: string | undefined;
}

const failed = (reason: string): Refusal => new Refusal("csrf_failed", { detail: `CSRF Failed: ${reason}` });

/** Refuses `csrf_failed` if a browser tells that another site's page sent the request. */
export const requireOwnOrigin = ({ origin, originHeader, fetchSite }: Sender): void => {
  if (originHeader !== undefined && originHeader !== origin)
    throw failed(`Origin checking failed - ${originHeader} does not match any trusted origins.`);
  if (fetchSite === "cross-site") throw failed("Another site's page sent the request.");
};

/** Refuses `csrf_failed` unless the request proves that our own page sent it (contract#csrf). */
export const requireCsrfToken = (session: Session, evidence: CsrfEvidence): void => {
  requireOwnOrigin(evidence);
  if (!evidence.cookie) throw failed("CSRF cookie not set.");
  if (!evidence.token) throw failed("CSRF token missing.");
  const expected = Buffer.from(session.csrfToken);
  const actual = Buffer.from(evidence.token);
  if (actual.length !== expected.length)
    throw failed("CSRF token from the 'X-Csrftoken' HTTP header has incorrect length.");
  if (!timingSafeEqual(actual, expected))
    throw failed("CSRF token from the 'X-Csrftoken' HTTP header incorrect.");
};

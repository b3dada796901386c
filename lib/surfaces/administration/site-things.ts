import type * as z from "zod/mini";
import type { Principal } from "#lib/access/principal.ts";
import { Reply } from "#lib/http/reply.ts";
import type { DigestedSite, SiteChangeRequest } from "#lib/manifest/site/change-site-document.ts";
import type { SiteObject } from "#lib/manifest/site/site-sections.ts";
import type { siteChange, siteThings } from "#lib/routes/administration-site.ts";
import { isImagined } from "#lib/store/commit-together.ts";
import { othersReachService } from "./manifest-part.ts";

/**
 * The site's own things (contract#site-sections). In a dry run, what is new has no id, and the state then no
 * digest.
 */
const siteThingsView = ({ document, digest }: DigestedSite): z.input<typeof siteThings> => {
  const isNew = ({ id }: SiteObject) => typeof id === "number" && isImagined(id);
  let hasNew = false;
  const shown = (object: SiteObject): SiteObject => {
    if (!isNew(object)) return object;
    hasNew = true;
    return { ...object, id: null };
  };
  const sections = Object.fromEntries(
    Object.entries(document).map(([name, value]) => [name, Array.isArray(value) ? value.map(shown) : value]),
  );
  return { digest: hasNew ? null : digest, ...sections } as z.input<typeof siteThings>;
};

/** The answer, whose tag is the digest. */
export const siteThingsReply = (site: DigestedSite): Reply<z.input<typeof siteThings>> => {
  const body = siteThingsView(site);
  return new Reply(body, body.digest === null ? {} : { headers: siteThingsHeaders(body.digest) });
};

export const siteThingsHeaders = (digest: string) => ({
  etag: `"${digest}"`,
  "cache-control": "private, no-cache",
  vary: "Accept, Cookie, Authorization",
});

/** What a body asks for, and who asks. */
export const siteChangeRequest = (
  { base_digest: baseDigest, set, remove, rename }: z.output<typeof siteChange>,
  { user, token }: Principal,
): SiteChangeRequest => ({
  ...{ baseDigest, set, remove, rename },
  caller: { groups: user.groups, trustId: token?.trustId },
  exposed: othersReachService(),
});

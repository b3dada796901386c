/** GET /media/{key+} — read a media file */

import { viewerOf } from "#lib/access/principal.ts";
import { collectionAccess, lockedCollection } from "#lib/access/visible-media.ts";
import { clock } from "#lib/clock.ts";
import { downloadAddress } from "#lib/files/download-address.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { fileDelivery } from "#lib/media/file-delivery.ts";
import { mediaFileNameIn } from "#lib/media/file-key.ts";
import { filesOf } from "#lib/media/media.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readMediaFile } from "#lib/routes/site-media.ts";
import { readMediaAndSiteVersion } from "#lib/store/media.ts";
import { siteAt } from "#lib/store/site.ts";
import { formReply } from "#lib/surfaces/accounts/page-frame.ts";
import { lockedFields, passwordFormPage } from "#lib/surfaces/accounts/password-pages.ts";
import { pageFrameFor } from "#lib/surfaces/html/site-frame.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...readMediaFile, errorPage }, async ({ tail, query, caller, request }) => {
  const name = mediaFileNameIn(tail);
  if (!name) throw new Refusal("not_found");
  const { media, siteVersion } = await readMediaAndSiteVersion(name.kind, name.id);
  const file = media && filesOf(media).find(({ key }) => key === tail);
  if (!file) throw new Refusal("not_found");
  const site = await siteAt(siteVersion);
  const { collections } = site;
  const viewer = viewerOf(caller);
  const access = collectionAccess(viewer, collections, media.collectionId);
  if (access === "closed") {
    const collection = lockedCollection(viewer, collections, media.collectionId);
    if (collection === null) throw new Refusal("not_found");
    const fields = lockedFields({ collection }, encodeURI(`/media/${tail}`));
    const problem = query.passwordWasWrong ? "Wrong password. Please try again." : "";
    return formReply(passwordFormPage(pageFrameFor(site, { caller, request }), fields, problem), {
      status: 403,
    });
  }
  const { redirectCacheControl, ...download } = fileDelivery(file, access === "public", clock.nowMs());
  const method = request.method === "HEAD" ? "HEAD" : "GET";
  const location = await downloadAddress(fileKey(file.key), { ...download, method }, request.origin);
  return new Reply(undefined, { status: 302, headers: { location, "cache-control": redirectCacheControl } });
});

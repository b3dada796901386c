/** GET /cms/pages/{id}/edit/ — show people what a post or episode is, and how to edit it */
import { lockFor } from "#lib/access/locks.ts";
import { mayPublish } from "#lib/access/page-permissions.ts";
import { requireEditable } from "#lib/access/post-permits.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { showPost } from "#lib/routes/admin.ts";
import { globalEditLock } from "#lib/settings/access.ts";
import { readEditablePage, readPages } from "#lib/store/pages.ts";
import { readUserAndSiteVersion } from "#lib/store/users.ts";
import { forEditors } from "#lib/surfaces/editor/for-editors.ts";
import { objectPageReply } from "#lib/surfaces/editor/object-page-reply.ts";
import { postEditPage } from "#lib/surfaces/editor/post-edit-page.ts";
import { errorPage } from "#lib/surfaces/site/error-page.ts";

export const handler = endpoint({ ...showPost, errorPage }, ({ params, caller, request }) =>
  forEditors({ caller, request }, async (principal) => {
    const { site } = principal;
    const { page, latest } = requireEditable(await readEditablePage(params.id), principal);
    if (!latest) throw new Error(`Post ${page.id} has no revision.`);
    const ownerId = page.lock?.ownerId ?? null;
    const [above, owner] = await Promise.all([
      readPages(page.ancestors),
      ownerId === null ? undefined : readUserAndSiteVersion(ownerId),
    ]);
    const shown = postEditPage({
      page,
      latest,
      pages: new Map(above.flatMap((each) => (each ? [[each.id, each]] : []))),
      lockOwner: owner?.user?.username ?? null,
      lockedBecause: lockFor(principal, page, globalEditLock()),
      mayPublish: mayPublish(principal, page),
      base: site.settings.baseUrl ?? request.origin,
    });
    return objectPageReply(shown, site, caller);
  }),
);

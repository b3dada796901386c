/** GET /cms/pages/{id}/edit/ — show people what a page is, and how to edit it */

import { mayLock, mayPublish } from "#lib/access/page-permissions.ts";
import { lockFor, requireEditablePage } from "#lib/access/post-permits.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { isPost } from "#lib/pages/page.ts";
import { showEditPage } from "#lib/routes/cms.ts";
import { globalEditLock } from "#lib/settings/access.ts";
import { readEditablePage, readPages } from "#lib/store/pages.ts";
import { readUserAndSiteVersion } from "#lib/store/users.ts";
import { forEditors, objectPageReply } from "#lib/surfaces/editor/editors-page.ts";
import { parentEditPage, postEditPage } from "#lib/surfaces/editor/page-edit.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";

export const handler = endpoint({ ...showEditPage, errorPage }, ({ params, caller, request }) =>
  forEditors({ caller, request }, async (principal) => {
    const { site } = principal;
    const { page, latest } = requireEditablePage(await readEditablePage(params.id), principal);
    const ownerId = page.lock?.ownerId ?? null;
    const [above, owner] = await Promise.all([
      readPages(page.ancestors),
      ownerId === null ? undefined : readUserAndSiteVersion(ownerId),
    ]);
    const context = {
      pages: new Map(above.flatMap((each) => (each ? [[each.id, each]] : []))),
      base: site.settings.baseUrl ?? request.origin,
    };
    if (!isPost(page))
      return objectPageReply(parentEditPage({ ...context, page }), site, { caller, request });
    if (!latest) throw new Error(`Post ${page.id} has no revision.`);
    const shown = postEditPage({
      ...context,
      page,
      latest,
      lockOwner: owner?.user?.username ?? null,
      lockedBecause: lockFor(principal, page, globalEditLock()),
      mayPublish: mayPublish(principal, page),
      mayLock: mayLock(principal, page),
    });
    return objectPageReply(shown, site, { caller, request });
  }),
);

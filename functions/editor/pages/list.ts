/** GET /api/editor/pages/ — list the pages that the caller may edit, drafts too */

import { mayChoose } from "#lib/access/media-permissions.ts";
import { mayEdit } from "#lib/access/page-permissions.ts";
import { editionReads } from "#lib/catalog/current/editions-now.ts";
import { findEditions } from "#lib/catalog/editions/editions.ts";
import { certain } from "#lib/certain.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { readMediaAmong } from "#lib/store/media.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { editionMediaView, editionView, mediaOfEditions } from "#lib/surfaces/editor/edition.ts";

export const handler = endpoint(
  listEditablePages,
  async ({ query, principal, request, reads }) => {
    const editions = await reads.editions();
    const pages = editions.byId;
    const savers =
      query.author === undefined ? [] : [...pages.values()].map(({ summary }) => summary.savedBy);
    const found = findEditions(editions, query, {
      categories: principal.site.categories,
      usernames: await readUsernames(savers),
      mayEdit: (edition) => mayEdit(principal, edition),
    });
    return listWindow(found, query.window, request, async (shown) => {
      const people = shown.flatMap(({ summary, lock }) => [summary.savedBy, lock?.ownerId ?? null]);
      const usernames = await readUsernames(people);
      const items = shown.map((edition) => editionView(edition, { pages, usernames }));
      if (!query.media) return items;
      const used = await readMediaAmong(mediaOfEditions(shown));
      const choosable = used.filter((media) => mayChoose(principal, media));
      return items.map((item, index) => ({
        ...item,
        media: editionMediaView(certain(shown[index]), choosable),
      }));
    });
  },
  { reads: editionReads },
);

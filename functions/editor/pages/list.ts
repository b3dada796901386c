/** GET /api/editor/pages/ — list the pages that the caller may edit, drafts too */

import { mayWithPage } from "#lib/access/may.ts";
import { mayChoose } from "#lib/access/media-permissions.ts";
import { mayEdit } from "#lib/access/page-permissions.ts";
import { beingEditedReads } from "#lib/actions/pages/page-reads.ts";
import { editorListingReads } from "#lib/catalog/current/current-editor-listings.ts";
import { findEditorListings } from "#lib/catalog/editor-listings/editor-listings.ts";
import { pagesUsing } from "#lib/catalog/uses/pages-using.ts";
import { certain } from "#lib/certain.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import type { RequestToPlan } from "#lib/http/read-plan.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { readMediaAmong } from "#lib/store/media.ts";
import { readUsernames } from "#lib/store/usernames.ts";
import { listWindow } from "#lib/surfaces/content/list-envelope.ts";
import { withBeingEdited } from "#lib/surfaces/editor/being-edited.ts";
import {
  editorListingView,
  listedMediaView,
  mediaOfEditorListings,
} from "#lib/surfaces/editor/editor-lists.ts";
import { withMay } from "#lib/surfaces/editor/with-may.ts";

export const handler = endpoint(
  listEditablePages,
  async (call) => {
    const { query, principal, request, reads } = call;
    const listings = await reads.listings();
    const pages = listings.byId;
    const savers = query.author === undefined ? [] : [...pages.values()].map(({ latest }) => latest.savedBy);
    const found = findEditorListings(listings, query, {
      categories: principal.site.categories,
      usernames: await readUsernames(savers),
      mayEdit: (listing) => mayEdit(principal, listing),
      using: query.uses && new Set(await pagesUsing(query.uses.kind, query.uses.id)),
    });
    return listWindow(found, query.window, request, async (shown) => {
      const people = shown.flatMap(({ latest, lock }) => [latest.savedBy, lock?.ownerId ?? null]);
      const usernames = await readUsernames(people);
      const views = shown.map((listing) =>
        withMay(editorListingView(listing, { pages, usernames }), query, () =>
          mayWithPage(principal, listing),
        ),
      );
      const items = await withBeingEdited(views, call);
      if (!query.media) return items;
      const used = await readMediaAmong(mediaOfEditorListings(shown));
      const choosable = used.filter((media) => mayChoose(principal, media));
      return items.map((item, index) => ({
        ...item,
        media: listedMediaView(certain(shown[index]), choosable),
      }));
    });
  },
  { reads: (request: RequestToPlan) => ({ ...editorListingReads(), ...beingEditedReads(request) }) },
);

import { stranger } from "#lib/access/principal.ts";
import { jsonDigest } from "#lib/digest.ts";
import { writtenContentIn } from "#lib/pages/content.ts";
import { listedContentOf } from "#lib/pages/listed-content.ts";
import { listingOf, plays } from "#lib/pages/listing.ts";
import type { PageOf, WrittenKind } from "#lib/pages/page.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import type { Revision } from "#lib/pages/revision.ts";
import { type FieldsTree, selectPageFields } from "#lib/queries/fields.ts";
import { typeOf } from "#lib/queries/page-types.ts";
import { knownBlocks } from "#lib/settings/blocks.ts";
import { pageView } from "./page.ts";
import { type PageRequest, pageContextFor } from "./page-context.ts";

interface PreviewedPost {
  readonly page: PageOf<WrittenKind>;
  readonly revision: Revision;
}

/**
 * A revision of a post as strangers would get it if it were public. It has no comments and no digest, and no
 * players that strangers could not load.
 */
export const previewItem = (
  { page, revision }: PreviewedPost,
  fields: FieldsTree,
  request: Omit<PageRequest, "caller">,
): Record<string, unknown> => {
  const content = writtenContentIn(revision);
  const { catalog } = request;
  const listing = { ...listingOf(page, content, []), slug: content.slug };
  const context = pageContextFor({ ...request, caller: stranger }, rendering);
  const published = catalog.page(page.id, anonymousViewer);
  return pageView(
    {
      listing,
      body: content.body,
      comments: [],
      listed: listedContentOf(content, knownBlocks(), jsonDigest),
    },
    selectPageFields(fields, [typeOf(page.kind)], "detail"),
    {
      ...context,
      parentOf: () => catalog.page(page.parentId, anonymousViewer),
      takesComments: () => false,
      strangersContext: () => undefined,
      hasPlayer: (audioId) => published !== undefined && plays(published, audioId),
    },
  );
};

/** Addresses are absolute, for programs that show the post elsewhere. */
const rendering = { richTextFormat: null, theme: null, forFeed: true };

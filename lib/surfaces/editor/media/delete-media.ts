import { requireDeletable } from "#lib/access/editor-media.ts";
import { discardMedia } from "#lib/actions/media/delete-media.ts";
import type { MediaReads } from "#lib/actions/media/media-reads.ts";
import { requireUnused } from "#lib/catalog/uses/require-unused.ts";
import type { Call } from "#lib/http/endpoint.ts";
import type { MediaKind } from "#lib/media/media.ts";

/** Deletes a media object that no page uses, with its files, or one that pages use if that is forced. */
export const deleteMediaOf =
  <Kind extends MediaKind>(kind: Kind) =>
  async ({ params: { id }, query, principal, reads }: Asked<Kind>): Promise<void> => {
    requireDeletable(await reads.media(kind, id), principal);
    if (!query.force) await requireUnused(kind, id, principal.site.settings);
    await discardMedia(kind, id, (current) => void requireDeletable(current, principal));
  };

type Asked<Kind extends MediaKind> = Pick<
  Call<"id", unknown, { readonly force: boolean }, Required<Pick<MediaReads<Kind>, "media">>>,
  "params" | "query" | "principal" | "reads"
>;

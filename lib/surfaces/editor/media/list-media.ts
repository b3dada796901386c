import { choosableCollections } from "#lib/access/usable-collections.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import type { MediaQuery } from "#lib/catalog/media-rows.ts";
import type { Call } from "#lib/http/endpoint.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { siteAt } from "#lib/store/site.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";
import { type EditedMedia, editorMediaContext } from "#lib/surfaces/editor/editor-media.ts";

/** Lists the media of a kind that the caller may choose, with their details if these are asked for. */
export const listMediaAs =
  <Kind extends MediaKind, Shown, Details>({ kind, view, details }: EditedMedia<Kind, Shown, Details>) =>
  async ({ query, principal, request, reads }: Asked<Kind>) => {
    const collections = choosableCollections(principal, kind);
    const catalog = await reads.catalog();
    const { media, total } = catalog.mediaList({ ...query, kind, collections, order: "newest" });
    const context = editorMediaContext(principal, await siteAt(catalog.siteVersion));
    const items = media.map((each) => (query.details ? details : view)(each, context));
    return listEnvelope(items, total, query.window, request);
  };

type ListQuery<Kind extends MediaKind> = Omit<MediaQuery<Kind>, "kind" | "collections" | "order"> & {
  readonly details: boolean;
};

type Asked<Kind extends MediaKind> = Pick<
  Call<never, unknown, ListQuery<Kind>, { readonly catalog: () => Promise<Catalog> }>,
  "query" | "principal" | "request" | "reads"
>;

import { ownCollections } from "#lib/access/usable-collections.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import type { Call } from "#lib/http/endpoint.ts";
import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import type { Window } from "#lib/queries/pagination.ts";
import { listEnvelope } from "#lib/surfaces/content/list-envelope.ts";

/** Lists the caller's own media of a kind, the newest first. */
export const listOwnMediaAs =
  <Kind extends MediaKind, View>(kind: Kind, view: (media: MediaOf<Kind>, origin: string) => View) =>
  async ({ query: window, principal, request, reads }: Asked) => {
    const catalog = await reads.catalog();
    const { total, media } = catalog.mediaList({
      kind,
      collections: ownCollections(principal),
      ownerId: principal.user.id,
      order: "newest",
      window,
    });
    const items = media.map((each) => view(each, request.origin));
    return listEnvelope(items, total, window, request);
  };

type Asked = Pick<
  Call<never, unknown, Window, { readonly catalog: () => Promise<Catalog> }>,
  "query" | "principal" | "request" | "reads"
>;

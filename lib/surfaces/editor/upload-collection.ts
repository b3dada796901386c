import type * as z from "zod/mini";
import type { uploadCollection } from "#lib/routes/editor-media-shapes.ts";
import type { PlacedCollection } from "#lib/site/collection-tree.ts";

/** A collection for uploads, with its path as "Root / Sub / Deep" (contract#collections). */
export const uploadCollectionView = ({
  collection,
  ancestors,
}: PlacedCollection): z.input<typeof uploadCollection> => ({
  id: collection.id,
  name: collection.name,
  breadcrumb: [...ancestors, collection].map(({ name }) => name).join(" / "),
  ancestors: ancestors.map(({ id, name }) => ({ id, name })),
});

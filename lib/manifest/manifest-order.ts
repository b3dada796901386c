import { inOrder } from "#lib/field.ts";

/** Content fields in the order in which manifests have had them; what is declared later follows. */
export const inManifestOrder = <Fields extends object>(fields: Fields): Fields =>
  inOrder(
    [
      ...["visible_date", "tags", "categories", "authors", "aliases", "guid", "source", "cover_image"],
      ...["podcast_audio", "season"],
    ] as never,
    fields,
  );

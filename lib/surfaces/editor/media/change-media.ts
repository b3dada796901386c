import type { Principal } from "#lib/access/principal.ts";
import type { MediaReads } from "#lib/actions/media/media-reads.ts";
import { type MediaProperties, putMedia } from "#lib/actions/media/put-media.ts";
import type { Call } from "#lib/http/endpoint.ts";
import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media.ts";
import type { EditorMediaView } from "./view.ts";

/** Makes the changes that `changed` finds in the body, if the caller may, and answers with the new object. */
export const changeMediaAs =
  <Kind extends MediaKind, Changes, View>(
    kind: Kind,
    changed: (
      current: MediaOf<Kind> | undefined,
      changes: Changes,
      principal: Principal,
    ) => MediaProperties<Kind>,
    view: EditorMediaView<Kind, View>,
  ) =>
  async ({ params, body, principal, reads }: Asked<Kind, Changes>): Promise<View> => {
    const media = await putMedia(kind, params.id, (current) => changed(current, body, principal), { reads });
    return view(media, editorMediaContext(principal, principal.site));
  };

type Asked<Kind extends MediaKind, Changes> = Pick<
  Call<"id", Changes, unknown, MediaReads<Kind>>,
  "params" | "body" | "principal" | "reads"
>;

import { readEditorMedia } from "#lib/access/editor-media.ts";
import type { MediaReads } from "#lib/actions/media/media-reads.ts";
import type { Call } from "#lib/http/endpoint.ts";
import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import type { RequestOutcome } from "#lib/store/commit-scope.ts";
import { editorMediaContext } from "#lib/surfaces/editor/editor-media.ts";
import type { EditorMediaView } from "./view.ts";

/** Answers with a media object of the kind, for callers who may choose, change or delete it. */
export const readMediaAs =
  <Kind extends MediaKind, View>(kind: Kind, view: EditorMediaView<Kind, View>) =>
  async ({ params, principal, reads }: Asked<Kind>): Promise<View> => {
    const media: MediaOf<Kind> = await readEditorMedia(kind, params, principal, reads.media);
    return view(media, editorMediaContext(principal, principal.site));
  };

/** The same for a repeated change, of the object that it has changed. */
export const readMediaAgainAs =
  <Kind extends MediaKind, View>(kind: Kind, view: EditorMediaView<Kind, View>) =>
  ({ principal, reads }: Asked<Kind>, outcome: Pick<RequestOutcome, "id">): Promise<View> =>
    readMediaAs(kind, view)({ params: outcome, principal, reads });

type Asked<Kind extends MediaKind> = Pick<
  Call<"id", unknown, unknown, Pick<MediaReads<Kind>, "media">>,
  "params" | "principal" | "reads"
>;

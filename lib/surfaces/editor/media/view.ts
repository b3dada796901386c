import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import type { EditorMediaContext } from "#lib/surfaces/editor/editor-media.ts";

/** How a media object of a kind is shown. */
export type EditorMediaView<Kind extends MediaKind, View> = (
  media: MediaOf<Kind>,
  context: EditorMediaContext,
) => View;

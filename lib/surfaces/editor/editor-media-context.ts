import { mayChange } from "#lib/access/media-permissions.ts";
import type { Principal } from "#lib/access/principal.ts";
import type { Site } from "#lib/site/site.ts";
import type { EditorMediaContext } from "./editor-media.ts";

/** The context in which the caller sees media; `site` must be at least as new as the objects. */
export const editorMediaContext = (
  principal: Principal,
  { collections }: Pick<Site, "collections">,
): EditorMediaContext => ({ collections, mayChange: (media) => mayChange(principal, media) });

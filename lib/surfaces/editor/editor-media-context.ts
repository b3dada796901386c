import { mayChange } from "#lib/access/media-permissions.ts";
import type { Principal } from "#lib/access/principal.ts";
import type { Site } from "#lib/site/site.ts";
import type { EditorMediaContext } from "./editor-media.ts";

/** What the caller is shown media objects with; `site` is at least as new as the objects. */
export const editorMediaContext = (
  principal: Principal,
  { collections }: Pick<Site, "collections">,
): EditorMediaContext => ({ collections, mayChange: (media) => mayChange(principal, media) });

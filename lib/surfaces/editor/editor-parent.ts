import type * as z from "zod/mini";
import type { Listing } from "#lib/pages/listing.ts";
import type { editorParent } from "#lib/routes/editor-parents.ts";

/** A blog or podcast in the list of parents; `path` is such as `/home/notes` (contract#parents). */
export const editorParentView = (parent: Listing, path: string): z.input<typeof editorParent> => {
  const isPodcast = parent.kind === "podcast";
  return {
    id: parent.id,
    title: parent.title,
    type: isPodcast ? "site.Podcast" : "site.Blog",
    api_url: isPodcast ? "/api/editor/episodes/" : "/api/editor/posts/",
    path,
  };
};

import type * as z from "zod/mini";
import { episodeFields } from "#lib/pages/content-fields.ts";
import type { editorEpisode, editorPostOrEpisode } from "#lib/routes/editor-episode-shapes.ts";
import { type EditorPostContext, editorPostView, latestOf, type PostWithLatest } from "./editor-post.ts";
import { shownContent } from "./shown-content.ts";

/** The editor episode object (contract#episode-fields). All who may edit it see its audio, unless deleted. */
export const editorEpisodeView = (
  episode: PostWithLatest,
  context: EditorPostContext,
): z.input<typeof editorEpisode> => {
  const post = editorPostView(episode, context);
  const { content } = latestOf(episode);
  return {
    ...post,
    type: "site.Episode",
    ...shownContent(episodeFields, content, context),
    api_url: `/api/editor/episodes/${post.id}/`,
  };
};

/** The editor's object of a post, or of an episode. */
export const editorPostOrEpisodeView = (
  shown: PostWithLatest,
  context: EditorPostContext,
): z.input<typeof editorPostOrEpisode> =>
  shown.page.kind === "episode" ? editorEpisodeView(shown, context) : editorPostView(shown, context);

import type * as z from "zod/mini";
import type { MediaIds } from "#lib/media/references.ts";
import type { EpisodeContent } from "#lib/pages/content.ts";
import type { EpisodeFieldName } from "#lib/pages/field-names.ts";
import type { Person } from "#lib/pages/person.ts";
import { withoutUndefined } from "#lib/pages/without-undefined.ts";
import type { editorEpisode, editorPostOrEpisode } from "#lib/routes/editor-episode-shapes.ts";
import { type EditorPostContext, editorPostView, type PostWithLatest } from "./editor-post.ts";

/** The editor episode object (contract#episode-fields). All who may edit it see its audio, unless deleted. */
export const editorEpisodeView = (
  episode: PostWithLatest,
  context: EditorPostContext,
): z.input<typeof editorEpisode> => {
  const post = editorPostView(episode, context);
  const content = episode.latest?.content as EpisodeContent;
  const shown = {
    podcast_audio: audioView(content, context.media.existing),
    episode_number: content.episodeNumber,
    episode_type: content.episodeType,
    season: content.season === null ? null : { id: content.season },
    keywords: content.keywords,
    // The default of the API, which does not know that nobody has said so.
    explicit: content.explicit ?? 1,
    block: content.block,
    persons: content.persons?.length ? content.persons.map(personView(context.media.existing)) : undefined,
  } satisfies Record<EpisodeFieldName, unknown>;
  return {
    ...post,
    type: "site.Episode",
    ...withoutUndefined(shown),
    api_url: `/api/editor/episodes/${post.id}/`,
  };
};

const audioView = ({ podcastAudio }: EpisodeContent, { audio }: MediaIds) =>
  podcastAudio !== null && audio.has(podcastAudio) ? { id: podcastAudio } : null;

const personView =
  ({ image: images }: MediaIds) =>
  ({ name, role, group, link, image, ...rest }: Person) => ({
    ...{ name, role, group, link, image: image !== null && images.has(image) ? { id: image } : null },
    ...(rest satisfies Readonly<Record<string, never>>),
  });

/** The editor's object of a post, or of an episode. */
export const editorPostOrEpisodeView = (
  shown: PostWithLatest,
  context: EditorPostContext,
): z.input<typeof editorPostOrEpisode> =>
  shown.page.kind === "episode" ? editorEpisodeView(shown, context) : editorPostView(shown, context);

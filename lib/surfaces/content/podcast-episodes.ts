import type { Catalog } from "#lib/catalog/catalog.ts";
import type { PodcastForm } from "#lib/feeds/feed-names.ts";
import { type AudioFormat, audioFormats } from "#lib/media/audio-formats.ts";
import type { Audio } from "#lib/media/media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { anonymousViewer, type Viewer } from "#lib/pages/restriction.ts";

/** The most episodes in a podcast's feed: more than directories read. */
const maxEpisodes = 2_000;

/** The ids of the episodes that a podcast's feed shows, the newest first by their visible dates. */
export const publicEpisodes = (catalog: Pick<Catalog, "idsOf">, podcastId: number): Uint32Array =>
  visibleEpisodes(catalog, podcastId, anonymousViewer);

/** The ids of those that a feed of one person shows, in the same order. */
export const visibleEpisodes = (
  catalog: Pick<Catalog, "idsOf">,
  podcastId: number,
  viewer: Viewer,
): Uint32Array =>
  catalog
    .idsOf({ type: "site.Episode", childOf: podcastId, newestBy: "visible_date" }, viewer)
    .slice(0, maxEpisodes);

/** The audio that an episode is about, if strangers may hear it. */
export const episodeAudio = (
  { podcastAudio }: Pick<Listing, "title" | "podcastAudio">,
  media: MediaLookup,
): Audio | undefined => (podcastAudio ? media("audio", podcastAudio) : undefined);

/** The formats in which an audio can be heard. */
const formatsOf = ({ files }: Pick<Audio, "files">): readonly AudioFormat[] =>
  audioFormats.filter((format) => files[format] !== undefined);

/** The audio formats of episodes. */
const formatsAmong = (episodes: readonly Listing[], media: MediaLookup): readonly AudioFormat[] => {
  const found = new Set(
    episodes.flatMap((episode) => {
      const audio = episodeAudio(episode, media);
      return audio ? formatsOf(audio) : [];
    }),
  );
  return audioFormats.filter((format) => found.has(format));
};

/** The forms that the feed of these episodes has; none where no episode has an audio. */
export const podcastFormsAmong = (
  episodes: readonly Listing[],
  media: MediaLookup,
): readonly PodcastForm[] => {
  const formats = formatsAmong(episodes, media);
  return formats.length > 0 ? ["episodes", ...formats] : [];
};

/** The file with which a form of the feed shows an audio: without a format, the first that it has. */
export const shownFormat = ({ files }: Pick<Audio, "files">, form: PodcastForm): AudioFormat | undefined => {
  if (form === "episodes") return formatsOf({ files })[0];
  return files[form] && form;
};

import type * as z from "zod/mini";
import { viewerOf } from "#lib/access/principal.ts";
import { visibleMedia } from "#lib/access/visible-media.ts";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { privateHeaders, Reply } from "#lib/http/reply.ts";
import { audioFormats } from "#lib/media/audio-formats.ts";
import { chapterTime } from "#lib/media/chapters.ts";
import { fileUrl } from "#lib/media/file-key.ts";
import { audioContentType } from "#lib/media/file-rules.ts";
import type { Audio, Chapter } from "#lib/media/media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import { speakersIn, type TranscriptSegment, withoutSpeakers } from "#lib/media/transcript.ts";
import type { Listing } from "#lib/pages/listing.ts";
import type { Viewer } from "#lib/pages/restriction.ts";
import { isWebAddress } from "#lib/richtext/address-schemes.ts";
import type { playerConfig, webPlayerDocument } from "#lib/routes/web-player.ts";
import { posterUrl } from "#lib/surfaces/content/media-view.ts";
import { type PageRequest, pageAddresses } from "#lib/surfaces/content/page-context.ts";
import { type ColorScheme, type PlayerThemes, playerTheme } from "#lib/themes/player-theme.ts";

export interface Played {
  readonly audio: Audio;
  readonly post: Listing | null;
  /** The page behind `link`. */
  readonly episode: Listing | null;
  readonly segments: readonly TranscriptSegment[];
}

export interface PlayerContext {
  /** The origin of absolute links. */
  readonly base: string;
  readonly catalog: Catalog;
  readonly viewer: Viewer;
  /** Knows only the media that the viewer may see. */
  readonly media: MediaLookup;
}

/** A web player's document (contract#player-document). URLs of files are site-relative, others absolute. */
export const webPlayerView = (
  { audio, post, episode, segments }: Played,
  context: PlayerContext,
): z.input<typeof webPlayerDocument> => {
  const shown = audio.transcriptDiarizationMode === "disabled" ? withoutSpeakers(segments) : segments;
  return {
    version: 5,
    show: post ? showView(post, context) : {},
    title: audio.title,
    subtitle: audio.subtitle,
    audio: sourcesView(audio),
    duration: durationText(audio.durationSeconds),
    chapters: audio.chapters.map(chapterView),
    link: episode && pageUrl(episode, context),
    transcripts: [...shown],
    contributors: speakersIn(shown).map((label) => ({ id: label, name: label })),
  };
};

const pageUrl = (page: Listing, { base, catalog }: PlayerContext): string =>
  base + pageAddresses(catalog)(page);

/** The blog of a post, with the post's cover; empty if the viewer may not see the blog. */
const showView = ({ parentId, coverImage }: Listing, context: PlayerContext) => {
  const { base, catalog, viewer, media } = context;
  const blog = catalog.page(parentId ?? 0, viewer);
  if (!blog) return {};
  const cover = coverImage ? media("image", coverImage.id) : undefined;
  return {
    title: blog.title,
    subtitle: "",
    summary: blog.searchDescription,
    link: pageUrl(blog, context),
    poster: cover ? posterUrl(cover, base) : "",
  };
};

const sourcesView = ({ files }: Audio) =>
  audioFormats.flatMap((format) => {
    const file = files[format];
    if (!file) return [];
    return {
      url: fileUrl(file),
      mimeType: audioContentType(format),
      size: String(file.sizeBytes),
      title: `Audio ${format.toUpperCase()}`,
    };
  });

/** Such as `1:02:03`; empty if unknown. */
const durationText = (durationSeconds: number | null): string => {
  if (durationSeconds === null) return "";
  const seconds = Math.floor(durationSeconds);
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${Math.floor(seconds / 3600)}:${twoDigits(Math.floor(seconds / 60) % 60)}:${twoDigits(seconds % 60)}`;
};

const chapterView = ({ startSeconds, title, link, image }: Chapter) => ({
  start: chapterTime(startSeconds).slice(0, "HH:MM:SS".length),
  title,
  // Old manifests could store anything here.
  href: isWebAddress(link) ? link : null,
  image: isWebAddress(image) ? image : null,
});

/** The answer with a web player's document; no cache may keep it unless everybody gets the same. */
export const webPlayerReply = (
  { isPublic, ...played }: Played & { readonly isPublic: boolean },
  { caller, catalog, site, request }: PageRequest,
): Reply<ReturnType<typeof webPlayerView>> => {
  const viewer = viewerOf(caller);
  const document = webPlayerView(played, {
    base: site.settings.baseUrl ?? request.origin,
    catalog,
    viewer,
    media: visibleMedia(catalog.media, viewer, site.collections),
  });
  return new Reply(document, isPublic ? {} : { headers: privateHeaders });
};

const shareChannels = ["facebook", "twitter", "whats-app", "linkedin", "pinterest", "xing", "mail", "link"];

/** The configuration of web players in a theme (contract#player-config). */
export const playerConfigView = (
  playerThemes: PlayerThemes,
  theme: string,
  scheme: ColorScheme,
): z.input<typeof playerConfig> => {
  const { tokens, fonts } = playerTheme(playerThemes, theme, scheme);
  const fontView = (font: (typeof fonts)["ci"]) => ({
    ...font,
    family: [...font.family],
    src: [...font.src],
  });
  return {
    activeTab: null,
    "subscribe-button": null,
    share: { channels: shareChannels, sharePlaytime: true },
    "related-episodes": { source: "disabled", value: null },
    version: 5,
    theme: {
      tokens,
      fonts: { ci: fontView(fonts.ci), regular: fontView(fonts.regular), bold: fontView(fonts.bold) },
    },
  };
};

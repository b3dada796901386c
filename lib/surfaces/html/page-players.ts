import { readTranscript } from "#lib/files/transcripts.ts";
import type { Audio } from "#lib/media/media.ts";
import {
  type SpokenParagraph,
  segmentsIn,
  spokenLines,
  spokenParagraphs,
  withoutSpeakers,
} from "#lib/media/transcript.ts";
import { maxStoredTranscriptBytes } from "#lib/media/transcripts/formats.ts";
import type { AnyWritten } from "#lib/pages/content.ts";
import { type Listing, plays } from "#lib/pages/listing.ts";
import { postReferences } from "#lib/pages/post-references.ts";
import type { SitePageQuery } from "#lib/queries/site-page-queries.ts";
import type { Episode } from "#lib/themes/page-parts.ts";
import type { AudioPlayer, ShownTranscript } from "#lib/themes/theme.ts";
import { urlsBeside } from "./list-page.ts";
import type { SiteContext } from "./site-context.ts";

/** The most bytes that transcripts may add to a page: about half of its 30 KB, compressed. */
const maxTranscriptBytes = 32_000;

/** Transcripts of further audios are not shown on the page; its script reads them when they are opened. */
const maxTranscripts = 4;

export interface PagePlayers {
  /** The players by the audio's id. */
  readonly players: ReadonlyMap<number, AudioPlayer>;
  /** False if a transcript could not be read: the next visitor may get it. */
  readonly isWhole: boolean;
}

/**
 * The players of the audios that the visitor may hear on the page of a post. Cost: one request to the file
 * store for each of the first four transcripts, none without any.
 */
export const pagePlayers = async (
  post: Listing,
  content: AnyWritten,
  { reading, addressOf }: SiteContext,
  { transcriptPart, theme }: Pick<SitePageQuery, "transcriptPart" | "theme">,
): Promise<PagePlayers> => {
  if (!post.podcastAudio && !post.bodyAudios?.length) return { players: new Map(), isWhole: true };
  const { media } = postReferences(content, reading.customBlocks);
  const audios = [...media.audio]
    .filter((id) => plays(post, id))
    .flatMap((id) => reading.media("audio", id) ?? []);
  const read = withinMemory(audios.filter(({ transcript }) => transcript !== null).slice(0, maxTranscripts));
  const partUrl = (audio: Audio) => (part: number) =>
    `${addressOf(post)}?${new URLSearchParams({
      ...(theme === null ? {} : { theme }),
      transcript: String(part),
    })}#audio_${audio.id}`;
  const shown = await Promise.all(
    read.map(async (audio) => {
      const maxBytes = maxTranscriptBytes / read.length;
      return [audio.id, await shownTranscript(audio, transcriptPart, maxBytes, partUrl(audio))] as const;
    }),
  );
  const transcripts = new Map(shown);
  return {
    players: new Map(audios.map(({ id }) => [id, playerOf(id, post.id, transcripts.get(id) ?? null)])),
    isWhole: shown.every(([, transcript]) => transcript !== undefined),
  };
};

/** The first of the audios, whose transcripts together are no longer than the longest one may be. */
const withinMemory = (audios: readonly Audio[]): readonly Audio[] => {
  let bytes = 0;
  return audios.filter(({ transcript }) => {
    bytes += transcript?.sizeBytes ?? 0;
    return bytes <= maxStoredTranscriptBytes;
  });
};

/** The player of an episode in a list, without the transcript, which the script reads when it is opened. */
export const episodePlayer = (
  { id }: Pick<Listing, "id">,
  episode: Episode | null,
): ReadonlyMap<number, AudioPlayer> =>
  new Map(episode?.audio ? [[episode.audio.id, playerOf(episode.audio.id, id, null)]] : []);

const playerOf = (audioId: number, postId: number, transcript: ShownTranscript | null): AudioPlayer => ({
  documentUrl: `/api/audios/webplayer/${audioId}/post/${postId}/`,
  transcript,
});

/** The part of an audio's transcript, or its last one; null without a line, undefined if it is unreadable. */
const shownTranscript = async (
  { transcript, transcriptDiarizationMode: mode }: Audio,
  wanted: number,
  maxBytes: number,
  partUrl: (part: number) => string,
): Promise<ShownTranscript | null | undefined> => {
  const stored = await readTranscript(transcript);
  if (stored === undefined) return undefined;
  const segments = segmentsIn(stored);
  const lines = spokenLines(mode === "disabled" ? withoutSpeakers(segments) : segments);
  const parts = transcriptParts(spokenParagraphs(lines), maxBytes);
  const part = Math.min(wanted, parts.length);
  const paragraphs = parts[part - 1];
  return paragraphs
    ? {
        paragraphs,
        part,
        partCount: parts.length,
        ...urlsBeside(part, parts.length, partUrl),
      }
    : null;
};

/** The paragraphs in parts of about so many bytes of text, each with one paragraph at least. */
export const transcriptParts = (
  paragraphs: readonly SpokenParagraph[],
  maxBytes: number,
): readonly (readonly SpokenParagraph[])[] => {
  const parts: SpokenParagraph[][] = [];
  let bytes = 0;
  for (const paragraph of paragraphs) {
    const size = paragraph.lines.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
    const last = parts.at(-1);
    if (last && bytes + size <= maxBytes) {
      last.push(paragraph);
      bytes += size;
    } else {
      parts.push([paragraph]);
      bytes = size;
    }
  }
  return parts;
};

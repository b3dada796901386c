import pLimit from "p-limit";
import { type Companion, chaptersCompanion, transcriptCompanions } from "#lib/feeds/companions.ts";
import { FileStoreError } from "#lib/files/file-store-error.ts";
import { readTranscriptFile } from "#lib/files/transcripts.ts";
import type { Audio } from "#lib/media/media.ts";
import { segmentsIn, withoutSpeakers } from "#lib/media/transcript.ts";
import type { Listing } from "#lib/pages/listing.ts";
import { readMedia } from "#lib/store/media.ts";
import { episodeAudio } from "#lib/surfaces/content/podcast-episodes.ts";
import type { PutDocuments, StoredNames } from "./feed-documents.ts";
import type { Chunk } from "./feed-plan.ts";
import { documentForm, type FeedSource, strangersMedia } from "./feed-source.ts";
import { type FeedState, type MadeCompanions, toMakeAgain } from "./feed-state.ts";

/** The number of audios whose files are read and stored at once. */
const audiosAtOnce = 16;

interface CompanionsRun {
  readonly source: FeedSource;
  /** The ETags of the feed's stored documents, by name. */
  readonly stored: StoredNames;
  readonly put: PutDocuments;
}

interface Beside {
  readonly companions: FeedState["companions"];
  /** Why a transcript could not be read, by the episode's id. */
  readonly unreadable: ReadonlyMap<number, FileStoreError>;
}

/**
 * Makes the files beside those episodes whose audio has changed, or whose files are not stored. Undefined if
 * an audio has changed meanwhile.
 */
export const renewCompanions = async (
  { postIds }: Chunk,
  blog: Listing,
  before: FeedState["companions"],
  { source, stored, put }: CompanionsRun,
): Promise<Beside | undefined> => {
  const unreadable = new Map<number, FileStoreError>();
  if (blog.kind !== "podcast") return { companions: {}, unreadable };
  const made: Record<string, MadeCompanions> = {};
  const media = strangersMedia(source);
  const episodes = source.catalog.listingsOf(postIds);
  let isComplete = true;
  await pLimit(audiosAtOnce).map(episodes, async (episode) => {
    const { id } = episode;
    const audio = episodeAudio(episode, media);
    if (!audio) return;
    const from = `${documentForm} ${audio.id} ${audio.version}`;
    const known = before[id];
    const isStored = Object.entries(known?.files ?? {}).every(
      ([suffix, etag]) => stored.get(id + suffix) === etag,
    );
    if (known?.from === from && isStored) {
      made[id] = known;
      return;
    }
    const { companions, problem } = await companionsOfAudio(audio);
    if (problem) {
      const isLost = await hasTranscript(audio);
      isComplete &&= isLost;
      unreadable.set(id, problem);
    }
    const etags = await put(
      companions.map(({ suffix, contentType, body }) => ({
        name: `${id}${suffix}`,
        contentType: `${contentType}; charset=utf-8`,
        body,
      })),
    );
    isComplete &&= etags !== undefined;
    const bySuffix = Object.entries(etags ?? {}).map(([name, etag]) => [name.slice(String(id).length), etag]);
    made[id] = { from: problem ? toMakeAgain : from, files: Object.fromEntries(bySuffix) };
  });
  return isComplete ? { companions: Object.fromEntries(Object.entries(made).sort()), unreadable } : undefined;
};

interface AudioCompanions {
  readonly companions: readonly Companion[];
  /** Why the transcript is not among them. */
  readonly problem: FileStoreError | undefined;
}

const companionsOfAudio = async (audio: Audio): Promise<AudioCompanions> => {
  const { chapters, transcriptDiarizationMode: mode } = audio;
  const read = await transcriptOf(audio);
  const segments = typeof read === "string" ? segmentsIn(read) : [];
  return {
    companions: [
      ...(chapters.length > 0 ? [chaptersCompanion(chapters)] : []),
      ...transcriptCompanions(mode === "disabled" ? withoutSpeakers(segments) : segments),
    ],
    problem: typeof read === "string" ? undefined : read,
  };
};

/** The transcript, or the error that says which file is missing or damaged. */
const transcriptOf = async ({ transcript }: Audio): Promise<string | FileStoreError> => {
  try {
    const read = await readTranscriptFile(transcript);
    return read ?? new FileStoreError("damaged", `The stored file ${transcript?.key} is missing.`);
  } catch (error) {
    if (error instanceof FileStoreError) return error;
    throw error;
  }
};

/** False if the audio has another transcript by now: the file of the former one is gone, and not lost. */
const hasTranscript = async ({ id, transcript }: Audio): Promise<boolean> => {
  const stored = await readMedia("audio", id);
  return stored?.transcript?.key === transcript?.key;
};

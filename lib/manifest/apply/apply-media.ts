import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { ContentGone } from "#lib/actions/media/files-to-store.ts";
import { type MediaProperties, putMedia } from "#lib/actions/media/put-media.ts";
import {
  type AudioDescription,
  type ImageDescription,
  type ImageFilesToStore,
  storeAudio,
  storeImage,
  storeVideo,
  type VideoDescription,
} from "#lib/actions/media/store-media.ts";
import type { NamesSaying } from "#lib/field.ts";
import type {
  CheckedAudio,
  CheckedImage,
  CheckedMedia,
  CheckedVideo,
} from "#lib/manifest/media/checked-media.ts";
import { type CheckedFile, isStoredAs } from "#lib/manifest/media/manifest-files.ts";
import {
  checkedRecordingToStore,
  imageFileIn,
  transcriptToStore,
} from "#lib/manifest/media/prepared-files.ts";
import type { ManifestAudio, ManifestImage, ManifestVideo } from "#lib/manifest/schema.ts";
import { readStoredEntry, type StoredMedia } from "#lib/manifest/stored/stored-state.ts";
import { type AudioFormat, audioFormats } from "#lib/media/audio-formats.ts";
import {
  type Chapter,
  declaredMedia,
  emptyMedia,
  fieldsOfMedia,
  type MediaKind,
  type MediaOf,
  type MediaValueOf,
  withoutEmptyMedia,
} from "#lib/media/media.ts";
import { audioFields, imageFields, type MediaFields, videoFields } from "#lib/media/media-fields.ts";
import { durationOf } from "#lib/probing/probe.ts";
import type { Fate } from "./outcome.ts";
import { ConcurrentChange, isConcurrentChange, maxAttempts, type Run } from "./run.ts";

/** The ids of media by key; media that a dry run would create are absent. */
export type MediaIdsByKey = Readonly<Record<MediaKind, Map<string, number>>>;

/** Applies the file's media, and gives their ids. Unchanged media cost nothing more than being read. */
export const applyMedia = async (
  { images, audios, videos }: CheckedMedia,
  stored: StoredMedia,
  context: MediaContext,
  run: Run,
): Promise<MediaIdsByKey> => {
  const ids: MediaIdsByKey = { image: new Map(), audio: new Map(), video: new Map() };
  const apply = async <Kind extends MediaKind>(
    desired: DesiredMedia<Kind>,
    known: MediaOf<Kind> | undefined,
    files: readonly CheckedFile[],
  ): Promise<void> => {
    const { kind, entry } = desired;
    const id = await applyObject(desired, known, run);
    if (id === undefined) return;
    ids[kind].set(entry.key, id);
    run.ledger.noteId(`${kind}s`, entry.key, id);
    if (!run.dryRun) for (const file of files) await file.isApplied();
  };
  for (const image of images)
    await apply(desiredImage(image, context), stored.image.get(image.value.key), [image.file]);
  for (const audio of audios)
    await apply(desiredAudio(audio, context), stored.audio.get(audio.value.key), [
      ...Object.values(audio.formats),
      ...(audio.transcript ? [audio.transcript] : []),
    ]);
  for (const video of videos)
    await apply(desiredVideo(video, context), stored.video.get(video.value.key), [
      video.original,
      ...(video.poster ? [video.poster] : []),
    ]);
  return ids;
};

const applyObject = async <Kind extends MediaKind>(
  desired: DesiredMedia<Kind>,
  known: MediaOf<Kind> | undefined,
  { dryRun, ledger, begin }: Run,
): Promise<number | undefined> => {
  const isSame = known !== undefined && isAsWanted(known, desired);
  const note = (fate: Fate) => ledger.note(`${desired.kind} ${desired.entry.key}`, fate);
  if (isSame || dryRun) {
    note(isSame ? "unchanged" : known ? "updated" : "created");
    return known?.id;
  }
  begin();
  const { media, fate } = await converge(desired, known);
  note(fate);
  return media.id;
};

const isAsWanted = <Kind extends MediaKind>(current: MediaOf<Kind>, desired: DesiredMedia<Kind>): boolean =>
  desired.hasFiles(current) && isDeepStrictEqual(describedOver(current, desired), current);

/** The object with all that the file says. */
const describedOver = <Kind extends MediaKind>(
  current: MediaOf<Kind>,
  { kind, describe }: DesiredMedia<Kind>,
): MediaOf<Kind> => withoutEmptyMedia(fieldsOfMedia[kind], { ...current, ...describe(current) });

/** An applied media object, and what this run did to it. */
interface Converged<Kind extends MediaKind> {
  readonly media: MediaOf<Kind>;
  readonly fate: Fate;
}

/** Reads the object again whenever somebody else was faster. */
const converge = async <Kind extends MediaKind>(
  desired: DesiredMedia<Kind>,
  known: MediaOf<Kind> | undefined,
): Promise<Converged<Kind>> => {
  let current = known;
  for (let attempt = 1; ; attempt++) {
    try {
      if (current && isAsWanted(current, desired)) return { media: current, fate: "unchanged" };
      return await change(desired, current);
    } catch (error) {
      // A run for the same upload was faster, and has used it.
      const isOvertaken = isConcurrentChange(error) || error instanceof ContentGone;
      if (!isOvertaken || attempt === maxAttempts) throw error;
      await pause(Math.random() * 20 * attempt);
      current = await readStoredEntry(desired.kind, desired.entry);
    }
  }
};

const change = async <Kind extends MediaKind>(
  desired: DesiredMedia<Kind>,
  known: MediaOf<Kind> | undefined,
): Promise<Converged<Kind>> => {
  const describe = (current: MediaOf<Kind> | undefined) =>
    withoutEmptyMedia(fieldsOfMedia[desired.kind], desired.describe(current));
  if (!known) return { media: await desired.store(null, describe), fate: "created" };
  let before = known;
  const existing = (current: MediaOf<Kind> | undefined): MediaOf<Kind> => {
    if (!current) throw new ConcurrentChange(`The ${desired.kind} ${desired.entry.key} is gone.`);
    before = current;
    return current;
  };
  const media = await (desired.hasFiles(known)
    ? putMedia(desired.kind, known.id, (current): MediaProperties<Kind> => {
        if (!desired.hasFiles(existing(current)))
          throw new ConcurrentChange(`The ${desired.kind} ${desired.entry.key} has other files.`);
        return describedOver(existing(current), desired);
      })
    : desired.store(known.id, (current) => describe(existing(current))));
  return { media, fate: media.version === before.version ? "unchanged" : "updated" };
};

type DescriptionOf = {
  readonly image: ImageDescription;
  readonly audio: AudioDescription;
  readonly video: VideoDescription;
};

/** The media object that a manifest's entry describes. */
export interface DesiredMedia<Kind extends MediaKind> {
  readonly kind: Kind;
  readonly entry: { readonly key: string; readonly created_at?: string | undefined };
  /** All but the files. What the manifest does not say may stay as it is in `current`. */
  readonly describe: (current: MediaOf<Kind> | undefined) => DescriptionOf[Kind];
  readonly hasFiles: (current: MediaOf<Kind>) => boolean;
  /** Stores the files, and creates the object or changes the existing one. */
  readonly store: (
    existingId: number | null,
    describe: (current: MediaOf<Kind> | undefined) => DescriptionOf[Kind],
  ) => Promise<MediaOf<Kind>>;
}

export interface MediaContext {
  readonly collectionId: (path: string) => number;
  readonly userId: (username: string) => number;
  /** False for users that are removed. */
  readonly userStays: (id: number) => boolean;
  /** Also renditions. */
  readonly imageFiles: (image: CheckedImage) => Promise<ImageFilesToStore>;
  /** The date of new media without one. */
  readonly now: string;
}

/** The declared texts; what the file does not say is empty. */
const saidTexts = <const Fields extends MediaFields>(fields: Fields, value: object) =>
  Object.fromEntries(
    declaredMedia(fields).flatMap(([name, field, wire]) => {
      const said = (value as Readonly<Record<string, unknown>>)[wire];
      return field.type === "text" ? [[name, said || emptyMedia(field)]] : [];
    }),
  ) as { readonly [Name in NamesSaying<Fields, { readonly type: "text" }>]: MediaValueOf<Fields[Name]> };

const desiredImage = (image: CheckedImage, context: MediaContext): DesiredMedia<"image"> => ({
  kind: "image",
  entry: image.value,
  describe: (current) => ({
    ...common(image.value, current, context),
    ...saidTexts(imageFields, image.value),
    focalPoint: image.value.focal_point ?? null,
  }),
  hasFiles: (current) => isStoredAs(image.file, current.file),
  store: async (existingId, describe) => storeImage(existingId, await context.imageFiles(image), describe),
});

/** A known duration stays as long as the files do. */
const desiredAudio = (
  { value, probed, formats, transcript }: CheckedAudio,
  context: MediaContext,
): DesiredMedia<"audio"> => {
  const hasFormats = ({ files }: MediaOf<"audio">): boolean =>
    audioFormats.every((format) => {
      const file = formats[format];
      return file ? isStoredAs(file, files[format]) : files[format] === undefined;
    });
  return {
    kind: "audio",
    entry: value,
    describe: (current) => ({
      ...common(value, current, context),
      ...saidTexts(audioFields, value),
      ...durationOf(
        current && hasFormats(current) && current.durationSeconds
          ? {
              durationSeconds: current.durationSeconds,
              isEstimate: current.durationIsEstimate === true,
            }
          : probed,
      ),
      chapters: value.chapters ? inOrder(value.chapters) : probed.chapters,
      transcriptDiarizationMode: value.transcript_diarization_mode,
    }),
    hasFiles: (current) =>
      hasFormats(current) &&
      (transcript ? isStoredAs(transcript, current.transcript) : current.transcript === null),
    store: async (existingId, describe) => {
      const files = Object.entries(formats).map(([format, file]) => [
        format,
        checkedRecordingToStore(file, format as AudioFormat),
      ]);
      const toStore = {
        formats: Object.fromEntries(files),
        transcript: transcript && (await transcriptToStore(transcript)),
      };
      return storeAudio(existingId, toStore, describe);
    },
  };
};

const inOrder = (chapters: NonNullable<ManifestAudio["chapters"]>): readonly Chapter[] =>
  chapters
    .map(({ start, ...chapter }) => ({ startSeconds: start, ...chapter }))
    .sort((a, b) => a.startSeconds - b.startSeconds);

/** A frame of the video, which the service has taken, is no poster that a manifest has to name. */
const desiredVideo = (
  { value, original, poster }: CheckedVideo,
  context: MediaContext,
): DesiredMedia<"video"> => ({
  kind: "video",
  entry: value,
  describe: (current) => ({ ...common(value, current, context), ...saidTexts(videoFields, value) }),
  hasFiles: (current) =>
    isStoredAs(original, current.original) &&
    (poster ? isStoredAs(poster, current.poster) : current.poster === null || current.posterIsFrame === true),
  store: async (existingId, describe) => {
    const files = {
      original: checkedRecordingToStore(original, "video"),
      poster: poster && (await imageFileIn(poster)),
    };
    return storeVideo(existingId, files, describe);
  },
});

const common = (
  value: ManifestImage | ManifestAudio | ManifestVideo,
  current: MediaOf<MediaKind> | undefined,
  { collectionId, userId, userStays, now }: MediaContext,
) => {
  const key = current ? current.key : value.key;
  const formerOwner = current?.ownerId ?? null;
  const keptOwner = formerOwner !== null && userStays(formerOwner) ? formerOwner : null;
  const { owner } = value;
  return {
    ...(key !== undefined && { key }),
    collectionId: collectionId(value.collection),
    tags: [...new Set(value.tags)],
    ownerId: owner === undefined ? keptOwner : owner === null ? null : userId(owner),
    createdAt: value.created_at ?? current?.createdAt ?? now,
  };
};

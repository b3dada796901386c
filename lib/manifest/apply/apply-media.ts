import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { ContentGone } from "#lib/actions/media/content-gone.ts";
import { type MediaProperties, putMedia } from "#lib/actions/media/put-media.ts";
import type { CheckedMedia } from "#lib/manifest/media/checked-media.ts";
import type { CheckedFile } from "#lib/manifest/media/manifest-files.ts";
import { readStoredEntry, type StoredMedia } from "#lib/manifest/stored/stored-media.ts";
import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import { ConcurrentChange, isConcurrentChange, maxAttempts } from "./concurrent-change.ts";
import {
  type DesiredMedia,
  desiredAudio,
  desiredImage,
  desiredVideo,
  type MediaContext,
} from "./desired-media.ts";
import type { Fate } from "./outcome.ts";
import type { Run } from "./run.ts";

/** By key; media that a dry run would create are absent. */
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
  desired.hasFiles(current) && isDeepStrictEqual({ ...current, ...desired.describe(current) }, current);

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
  if (!known) return { media: await desired.store(null, desired.describe), fate: "created" };
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
        return { ...existing(current), ...desired.describe(current) };
      })
    : desired.store(known.id, (current) => desired.describe(existing(current))));
  return { media, fate: media.version === before.version ? "unchanged" : "updated" };
};

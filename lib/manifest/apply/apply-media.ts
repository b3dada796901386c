import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type MediaProperties, putMedia } from "#lib/actions/put-media.ts";
import type { FoundMedia } from "#lib/manifest/media/found-media.ts";
import { readStoredEntry, type StoredMedia } from "#lib/manifest/stored/stored-media.ts";
import type { MediaKind, MediaOf } from "#lib/media/media.ts";
import { attempts, Outpaced, wasOutpaced } from "./outpaced.ts";
import type { Run } from "./run.ts";
import {
  type MediaSurroundings,
  type WantedMedia,
  wantedAudio,
  wantedImage,
  wantedVideo,
} from "./wanted-media.ts";

/** The ids of a manifest's media by key, as far as they exist. */
export type MediaIdsByKey = Readonly<Record<MediaKind, Map<string, number>>>;

/**
 * Brings the file's media to what it says, files first, and gives their ids. What has its files already is not read again;
 * unchanged media cost nothing more than having been looked at.
 */
export const applyMedia = async (
  { images, audios, videos }: FoundMedia,
  stored: StoredMedia,
  surroundings: MediaSurroundings,
  run: Run,
): Promise<MediaIdsByKey> => {
  const ids: MediaIdsByKey = { image: new Map(), audio: new Map(), video: new Map() };
  const apply = async <Kind extends MediaKind>(
    wanted: WantedMedia<Kind>,
    known: MediaOf<Kind> | undefined,
  ): Promise<void> => {
    const { kind, entry } = wanted;
    const id = await applyObject(wanted, known, run);
    if (id === undefined) return;
    ids[kind].set(entry.key, id);
    run.ledger.noteId(`${kind}s`, entry.key, id);
  };
  for (const found of images)
    await apply(wantedImage(found, surroundings), stored.image.get(found.value.key));
  for (const found of audios)
    await apply(wantedAudio(found, surroundings), stored.audio.get(found.value.key));
  for (const found of videos)
    await apply(wantedVideo(found, surroundings), stored.video.get(found.value.key));
  return ids;
};

const applyObject = async <Kind extends MediaKind>(
  wanted: WantedMedia<Kind>,
  known: MediaOf<Kind> | undefined,
  { dryRun, ledger }: Run,
): Promise<number | undefined> => {
  const isSame = known !== undefined && isAsWanted(known, wanted);
  const fate = isSame ? "unchanged" : known ? "updated" : "created";
  ledger.note(`${wanted.kind} ${wanted.entry.key}`, fate);
  if (isSame || dryRun) return known?.id;
  return (await converge(wanted, known)).id;
};

const isAsWanted = <Kind extends MediaKind>(current: MediaOf<Kind>, wanted: WantedMedia<Kind>): boolean =>
  wanted.hasFiles(current) && isDeepStrictEqual({ ...current, ...wanted.describe(current) }, current);

/** Looks anew whenever somebody else was faster. */
const converge = async <Kind extends MediaKind>(
  wanted: WantedMedia<Kind>,
  known: MediaOf<Kind> | undefined,
): Promise<MediaOf<Kind>> => {
  let current = known;
  for (let attempt = 1; ; attempt++) {
    try {
      return await change(wanted, current);
    } catch (error) {
      if (!wasOutpaced(error) || attempt === attempts) throw error;
      await pause(Math.random() * 20 * attempt);
      current = await readStoredEntry(wanted.kind, wanted.entry);
    }
  }
};

const change = <Kind extends MediaKind>(
  wanted: WantedMedia<Kind>,
  known: MediaOf<Kind> | undefined,
): Promise<MediaOf<Kind>> => {
  if (!known) return wanted.store(null, wanted.describe);
  const existing = (current: MediaOf<Kind> | undefined): MediaOf<Kind> => {
    if (!current) throw new Outpaced(`The ${wanted.kind} ${known.id} is gone.`);
    return current;
  };
  if (!wanted.hasFiles(known)) {
    return wanted.store(known.id, (current) => wanted.describe(existing(current)));
  }
  return putMedia(wanted.kind, known.id, (current): MediaProperties<Kind> => {
    if (!wanted.hasFiles(existing(current)))
      throw new Outpaced(`The ${wanted.kind} ${known.id} has other files.`);
    return { ...existing(current), ...wanted.describe(current) };
  });
};

import { buffer } from "node:stream/consumers";
import { certain } from "#lib/certain.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { type ImageFile, readImage } from "#lib/imaging/read-image.ts";
import { mediaFileNameIn, shownFileName } from "#lib/media/file-key.ts";
import {
  type Audio,
  type Image,
  type Media,
  type MediaFile,
  originalsOf,
  type PictureFile,
  type Video,
} from "#lib/media/media.ts";
import { countDuration } from "#lib/probing/media-prober.ts";
import { durationOf, failed, isFailure } from "#lib/probing/probe.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { frameOf } from "./create-recording.ts";
import {
  ContentGone,
  type FileToStore,
  type PictureToStore,
  shareNameOf,
  sharePictureToStore,
  widthsToStore,
} from "./files-to-store.ts";
import { putMedia } from "./put-media.ts";
import { storeImage, storeVideo } from "./store-media.ts";

/** What the job logs; the reason is for operators. */
type Completion = Readonly<{ outcome: string; reason?: string }>;

/**
 * True for an image that an earlier version has stored, or whose picture for links shows another part since
 * its focal point was changed; for a video without a poster; and for an audio whose duration is an estimate.
 */
export const isIncomplete = (media: Media): boolean => {
  switch (media.kind) {
    case "image":
      return !media.renditions || !shareOf(media);
    case "video":
      return !media.poster;
    case "audio":
      return media.durationIsEstimate === true;
  }
};

/**
 * Makes what an object lacks. Does nothing, which is "overtaken", if somebody changes its files or deletes it
 * meanwhile, or another run has completed it.
 */
export const completeMedia = async (media: Media): Promise<Completion> => {
  try {
    return await completionOf(media);
  } catch (error) {
    if (error instanceof Overtaken || error instanceof ContentGone) return { outcome: "overtaken" };
    // Uploads come first.
    if (error instanceof Refusal && error.code === "busy") return { outcome: "busy" };
    throw error;
  }
};

const completionOf = (media: Media): Promise<Completion> => {
  switch (media.kind) {
    case "image":
      return completeImage(media);
    case "video":
      return completeVideo(media);
    case "audio":
      return completeAudio(media);
  }
};

/** The picture for links, if there is one that shows the part of the focal point. */
const shareOf = ({ file, share, focalPoint }: Image): PictureFile | undefined =>
  share && nameOf(share) === shareNameOf({ ...file, name: nameOf(file) }, focalPoint) ? share : undefined;

/** Its other files stay. Takes a second for a camera's image. Cost: as `changeMedia`. */
const completeImage = async (image: Image): Promise<Completion> => {
  const read = await readStored(image.file);
  if ("problem" in read) return { outcome: "unreadable", reason: read.problem };
  const display = keptPicture(image.display);
  const share = shareOf(image);
  const files = {
    file: keptPicture(image.file),
    cover: keptPicture(image.cover),
    display,
    share: share
      ? keptPicture(share)
      : await sharePictureToStore(read, { focalPoint: image.focalPoint ?? null }),
    renditions: image.renditions?.map(keptPicture) ?? (await widthsToStore(read, display)),
  };
  await storeImage(image.id, files, (current) => stillIncomplete(image, current));
  return completed;
};

/** The answer is "no poster" if no frame can be taken. Cost: as `changeMedia`, and the prober. */
const completeVideo = async (video: Video): Promise<Completion> => {
  const reasons: string[] = [];
  const key = fileKey(video.original.key);
  const poster = await frameOf(key, nameOf(video.original), (reason) => reasons.push(reason));
  if (!poster) return { outcome: "no poster", reason: reasons.join("; ") };
  await storeVideo(video.id, { original: kept(video.original), poster }, (current) => ({
    ...stillIncomplete(video, current),
    posterIsFrame: true,
  }));
  return completed;
};

/**
 * Counts the frames of a recording that was too long to be counted when it was stored. The answer is "no
 * duration" if there is no time for that either. Cost: as `putMedia`, and the prober, which reads the file.
 */
const completeAudio = async (audio: Audio): Promise<Completion> => {
  const [file] = originalsOf(audio);
  const probed = file ? await countDuration(fileKey(file.key)) : failed("There is no file.");
  if (isFailure(probed)) return { outcome: "no duration", reason: probed.reason };
  if (probed.isEstimate !== false) return { outcome: "no duration", reason: "It took too long." };
  await putMedia("audio", audio.id, (current) => {
    const { durationIsEstimate: _, ...counted } = stillIncomplete(audio, current);
    return { ...counted, ...durationOf(probed) };
  });
  return completed;
};

const completed: Completion = { outcome: "completed" };

class Overtaken extends Error {}

/** The object as it is now, if it has the file that was read and still lacks what was made of it. */
const stillIncomplete = <Object extends Media>(read: Object, now: Object | undefined): Object => {
  const [before, after] = [read, now].map((media) => media && originalsOf(media)[0]?.key);
  if (!now || before !== after || !isIncomplete(now)) throw new Overtaken();
  return now;
};

const readStored = async (file: PictureFile): Promise<ImageFile | { readonly problem: string }> => {
  const stored = await (await openFiles()).get(fileKey(file.key));
  if (!stored) return { problem: "The file is gone." };
  const result = await readImage({ name: nameOf(file), bytes: await buffer(stored.body) }, () => undefined);
  return "problem" in result ? { problem: result.problem.message } : result.image;
};

const nameOf = ({ key }: MediaFile): string => shownFileName(key);

/** A file of the object, which stays where it is. */
const kept = ({ key, contentType, partsSha256, sizeBytes }: MediaFile): FileToStore => {
  const { name, digest } = certain(mediaFileNameIn(key));
  return { name, contentType, digest, partsSha256, body: { key: fileKey(key), sizeBytes } };
};

const keptPicture = (file: PictureFile): PictureToStore => ({
  ...kept(file),
  width: file.width,
  height: file.height,
});

import { Readable } from "node:stream";
import { type MediaProperties, putMedia, putNewMedia } from "#lib/actions/media/put-media.ts";
import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import type { Audio, Image, MediaFile, MediaKind, MediaOf, PictureFile, Video } from "#lib/media/media.ts";
import { drawNumbers } from "#lib/store/items.ts";

let made = 0;

const file = (folder: string, name: string, contentType: string): MediaFile => ({
  key: `${folder}/${++made}/0123456789ab/${name}`,
  contentType,
  sizeBytes: 1000 + made,
});

const picture = (folder: string, name: string, width: number, height: number): PictureFile => ({
  ...file(folder, name, name.endsWith(".jpg") ? "image/jpeg" : "image/webp"),
  width,
  height,
});

const common = () => ({
  collectionId: 1,
  tags: [],
  ownerId: null,
  createdAt: "2026-01-02T03:04:05.000Z",
});

/** Stores a new media object, whose files do not exist. */
export const addMedia = async <Kind extends MediaKind>(
  kind: Kind,
  describe: () => MediaProperties<Kind>,
): Promise<MediaOf<Kind>> => putNewMedia(kind, (await drawNumbers(kind))[kind], describe);

const stored = <Kind extends MediaKind>(
  kind: Kind,
  id: number | null,
  describe: () => MediaProperties<Kind>,
): Promise<MediaOf<Kind>> => (id === null ? addMedia(kind, describe) : putMedia(kind, id, describe));

/** Stores an image, by default in the root collection; its files do not exist. */
export const makeImage = (
  given: Partial<MediaProperties<"image">> = {},
  id: number | null = null,
): Promise<Image> =>
  stored("image", id, () => ({
    ...common(),
    title: "A heron",
    description: "",
    file: picture("images", "heron.jpg", 1920, 1280),
    cover: picture("images", "heron-cover.webp", 512, 341),
    display: picture("images", "heron-display.webp", 1600, 1067),
    ...given,
  }));

/** Stores an audio with two formats, by default in the root collection; its files do not exist. */
export const makeAudio = (
  given: Partial<MediaProperties<"audio">> = {},
  id: number | null = null,
): Promise<Audio> =>
  stored("audio", id, () => ({
    ...common(),
    title: "Episode one",
    subtitle: null,
    files: { mp3: file("audios", "one.mp3", "audio/mpeg"), opus: file("audios", "one.opus", "audio/opus") },
    durationSeconds: 61.5,
    chapters: [],
    transcript: null,
    transcriptDiarizationMode: "inherit",
    ...given,
  }));

/** Stores a video with a poster, by default in the root collection; its files do not exist. */
export const makeVideo = (
  given: Partial<MediaProperties<"video">> = {},
  id: number | null = null,
): Promise<Video> =>
  stored("video", id, () => ({
    ...common(),
    title: "A clip",
    original: file("videos", "clip.mp4", "video/mp4"),
    poster: picture("videos", "clip.jpg", 640, 360),
    posterThumbnail: picture("videos", "clip-thumbnail.webp", 300, 169),
    ...given,
  }));

/** Stores an audio with a transcript; for null, the transcript's file does not exist. */
export const audioWithTranscript = async (
  text: string | null,
  given: Partial<MediaProperties<"audio">> = {},
): Promise<Audio> => {
  const transcript = file("audios", "transcript.json", "application/json");
  if (text !== null)
    await (await openFiles()).put(fileKey(transcript.key), Readable.from([text]), "application/json");
  const sizeBytes = text === null ? 10 : Buffer.byteLength(text);
  return makeAudio({ ...given, transcript: { ...transcript, sizeBytes } });
};

import type { Audio, Image, PictureFile, Video } from "#lib/media/media.ts";

const picture = (name: string, width: number, height: number): PictureFile => ({
  key: `images/1/0a1b2c3d4e5f/${name}`,
  contentType: "image/webp",
  sizeBytes: 1_000,
  width,
  height,
});

const mediaObject = (id: number) => ({
  id,
  version: 1,
  collectionId: 1,
  tags: [],
  ownerId: null,
  createdAt: "2025-01-01T00:00:00.000Z",
});

/** By default 1,200 × 800 pixels and the title "Image <id>". */
export const imageWith = (properties: Partial<Image> & { readonly id: number }): Image => ({
  ...mediaObject(properties.id),
  kind: "image",
  title: `Image ${properties.id}`,
  description: "",
  file: picture("heron.jpg", 1_200, 800),
  cover: picture("cover.webp", 512, 341),
  display: picture("display.webp", 1_200, 800),
  ...properties,
});

/** By default without a title. */
export const audioWith = (properties: Partial<Audio> & { readonly id: number }): Audio => ({
  ...mediaObject(properties.id),
  kind: "audio",
  title: null,
  subtitle: null,
  files: {},
  durationSeconds: null,
  chapters: [],
  transcript: null,
  transcriptDiarizationMode: "inherit",
  ...properties,
});

/** By default with the title "Video <id>". */
export const videoWith = (properties: Partial<Video> & { readonly id: number }): Video => ({
  ...mediaObject(properties.id),
  kind: "video",
  title: `Video ${properties.id}`,
  original: { key: "videos/1/0a1b2c3d4e5f/heron.mp4", contentType: "video/mp4", sizeBytes: 1_000 },
  poster: null,
  posterThumbnail: null,
  ...properties,
});

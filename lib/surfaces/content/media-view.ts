import type { Audio, Image, Media, MediaFile, MediaKind, PictureFile, Video } from "#lib/media/media.ts";
import type { MediaLookup } from "#lib/media/references.ts";
import type { UsedIds } from "#lib/pages/listed-content.ts";

/** Gives the absolute address of a file. Such addresses are never signed, so they stay. */
export type FileAddress = (file: MediaFile) => string;

const fileView = (file: MediaFile, addressOf: FileAddress) => ({
  url: addressOf(file),
  mime_type: file.contentType,
  bytes: file.sizeBytes,
});

const pictureView = (file: PictureFile, addressOf: FileAddress) => ({
  ...fileView(file, addressOf),
  width: file.width,
  height: file.height,
});

/** An image for programs that copy it: the original, and the smaller ones that were made of it. */
export const imageView = (image: Image, addressOf: FileAddress) => ({
  kind: "image",
  id: image.id,
  title: image.title,
  alt_text: image.description,
  ...pictureView(image.file, addressOf),
  renditions: [image.cover, image.display].map((file) => pictureView(file, addressOf)),
});

/** An audio with its files in the order of preference (contract#site-builder-fields). */
export const audioView = (audio: Audio, addressOf: FileAddress) => ({
  kind: "audio",
  id: audio.id,
  title: audio.title ?? "",
  subtitle: audio.subtitle ?? "",
  duration: audio.durationSeconds,
  files: Object.values(audio.files).map((file) => fileView(file, addressOf)),
  chapters: audio.chapters.map(({ startSeconds, title, link, image }) => ({
    start: startSeconds,
    title,
    link,
    image,
  })),
  transcripts: audio.transcript ? [fileView(audio.transcript, addressOf)] : [],
});

const videoView = (video: Video, addressOf: FileAddress) => ({
  kind: "video",
  id: video.id,
  title: video.title,
  ...fileView(video.original, addressOf),
  poster: video.poster && pictureView(video.poster, addressOf),
  renditions: video.posterThumbnail ? [pictureView(video.posterThumbnail, addressOf)] : [],
});

const mediaView = (media: Media, addressOf: FileAddress) => {
  switch (media.kind) {
    case "image":
      return imageView(media, addressOf);
    case "audio":
      return audioView(media, addressOf);
    case "video":
      return videoView(media, addressOf);
  }
};

/** The media of a post that the viewer may see: images, then audios, then videos. */
export const mediaViews = (uses: UsedIds, media: MediaLookup, addressOf: FileAddress) => {
  const ofKind = (kind: MediaKind) =>
    (uses[kind] ?? []).flatMap((id) => {
      const object = media(kind, id);
      return object ? [mediaView(object, addressOf)] : [];
    });
  return [...ofKind("image"), ...ofKind("audio"), ...ofKind("video")];
};

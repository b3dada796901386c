import type * as z from "zod/mini";
import { certain } from "#lib/certain.ts";
import { fileUrl } from "#lib/media/addresses.ts";
import { audioFormats, byAudioFormat } from "#lib/media/audio-formats.ts";
import { shownFileName } from "#lib/media/file-key.ts";
import type { Audio, MediaFile, Video } from "#lib/media/media.ts";
import type { legacyAudio } from "#lib/routes/audios.ts";
import type { legacyVideo } from "#lib/routes/videos.ts";

/** A video on the legacy surface, with absolute URLs (contract#legacy-fields). */
export const legacyVideoView = (video: Video, origin: string): z.input<typeof legacyVideo> => ({
  id: video.id,
  url: `${origin}/api/videos/${video.id}`,
  original: origin + fileUrl(video.original),
  poster: urlOrNull(video.poster, origin),
  poster_thumbnail: urlOrNull(video.posterThumbnail, origin),
});

/** An audio on the legacy surface, with absolute URLs (contract#legacy-fields). */
export const legacyAudioView = (audio: Audio, origin: string): z.input<typeof legacyAudio> => {
  const formats = audioFormats.filter((format) => audio.files[format]);
  return {
    id: audio.id,
    name: audio.title ?? formats.map((format) => stemOf(certain(audio.files[format]))).join(","),
    file_formats: formats.join(" "),
    url: `${origin}/api/audios/${audio.id}`,
    webplayer: `${origin}/api/audios/webplayer/${audio.id}/`,
    ...byAudioFormat((format) => urlOrNull(audio.files[format], origin)),
  };
};

const urlOrNull = (file: MediaFile | null | undefined, origin: string): string | null =>
  file ? origin + fileUrl(file) : null;

const stemOf = ({ key }: MediaFile): string => shownFileName(key).replace(/\.[^.]*$/, "");

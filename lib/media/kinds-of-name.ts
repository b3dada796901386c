import { audioFormats } from "./audio-formats.ts";
import { imageFormatOfName } from "./image-rules.ts";
import { type MediaKind, mediaKinds } from "./media.ts";
import { recordingContentType } from "./recording-rules.ts";

/** The kinds of media that may use a file of this name (posters are images); all if it does not tell. */
export const kindsOfName = (name: string): readonly MediaKind[] => {
  if (imageFormatOfName(name)) return ["image", "video"];
  if (audioFormats.some((format) => recordingContentType(format, name))) return ["audio"];
  return recordingContentType("video", name) ? ["video"] : mediaKinds;
};

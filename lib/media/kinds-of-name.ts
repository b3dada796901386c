import { imageFormatOfName } from "./image-rules.ts";
import { audioFormats, type MediaKind, mediaKinds } from "./media.ts";
import { recordingContentType } from "./recording-rules.ts";

/**
 * The kinds of media that a file of the name can become part of: a picture is also the poster of a video. All
 * of them where the name does not tell.
 */
export const kindsOfName = (name: string): readonly MediaKind[] => {
  if (imageFormatOfName(name)) return ["image", "video"];
  if (audioFormats.some((format) => recordingContentType(format, name))) return ["audio"];
  return recordingContentType("video", name) ? ["video"] : mediaKinds;
};

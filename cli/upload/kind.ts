import { audioFormats } from "#lib/media/audio-formats.ts";
import { imageFormatOfName, recordingContentType } from "#lib/media/file-rules.ts";
import type { MediaKind } from "#lib/media/media.ts";

export interface UploadForm {
  readonly kind: MediaKind;
  readonly field: string;
  readonly contentType: string;
}

/** The form for a file name's extension; undefined if no kind of media has that extension. */
export const uploadFormFor = (name: string): UploadForm | undefined => {
  const image = imageFormatOfName(name);
  if (image) return { kind: "image", field: "file", contentType: `image/${image}` };
  for (const format of audioFormats) {
    const contentType = recordingContentType(format, name);
    if (contentType) return { kind: "audio", field: format, contentType };
  }
  const contentType = recordingContentType("video", name);
  return contentType ? { kind: "video", field: "original", contentType } : undefined;
};

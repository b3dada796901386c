import { imageFormatOfName } from "#lib/media/image-rules.ts";
import { audioFormats, type MediaKind } from "#lib/media/media.ts";
import { recordingContentType } from "#lib/media/recording-rules.ts";

/** What a file can be stored as. */
export interface UploadForm {
  readonly kind: MediaKind;
  /** The field of the kind's form that takes the file. */
  readonly field: string;
  readonly contentType: string;
}

/**
 * What a file of that name can be stored as, going by its extension; undefined for one that no kind of media
 * has.
 */
export const storableAs = (name: string): UploadForm | undefined => {
  const image = imageFormatOfName(name);
  if (image) return { kind: "image", field: "file", contentType: `image/${image}` };
  for (const format of audioFormats) {
    const contentType = recordingContentType(format, name);
    if (contentType) return { kind: "audio", field: format, contentType };
  }
  const contentType = recordingContentType("video", name);
  return contentType ? { kind: "video", field: "original", contentType } : undefined;
};

import { readHeader } from "./load-sharp.ts";

/** A picture's MIME type and its size in pixels, turned upright. Reads the header only. */
export const pictureSize = async (
  bytes: Buffer,
): Promise<{ readonly contentType: string; readonly width: number; readonly height: number } | undefined> => {
  const metadata = await readHeader(bytes);
  return metadata && { contentType: `image/${metadata.format}`, ...metadata.autoOrient };
};

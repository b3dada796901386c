import { readHeader } from "./load-sharp.ts";

/** A picture's format, such as `jpeg`, and its size in pixels, turned upright. Reads the header only. */
export const pictureSize = async (
  bytes: Buffer,
): Promise<{ readonly format: string; readonly width: number; readonly height: number } | undefined> => {
  const metadata = await readHeader(bytes);
  return metadata && { format: metadata.format, ...metadata.autoOrient };
};

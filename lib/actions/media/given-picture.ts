import { buffer } from "node:stream/consumers";
import { openFiles } from "#lib/files/open-files.ts";
import { readImage } from "#lib/imaging/read-image.ts";
import type { FileProblem } from "#lib/media/file-problem.ts";
import { type ImageFormat, maxImageBytes } from "#lib/media/image-rules.ts";
import type { GivenFile } from "./given-file.ts";
import type { NewPicture } from "./new-picture.ts";

/** The picture in a given file, or why it is none that is taken, in the words of `readImage`. At most 10 MiB of it are read. */
export const givenPicture = async (
  file: GivenFile,
  nameProblem: (name: string, format: ImageFormat) => FileProblem | undefined,
): Promise<NewPicture | FileProblem> => {
  const { name } = file;
  const result = await readImage({ name, bytes: await bytesOf(file) }, nameProblem);
  return "problem" in result ? result.problem : { name, image: result.image };
};

/** One byte more than an image may have, where there are so many: enough to see that there are too many. */
const bytesOf = async ({ content }: GivenFile): Promise<Buffer> => {
  if (typeof content !== "string") return Buffer.from(content.buffer, content.byteOffset, content.length);
  const stored = await (await openFiles()).get(content, { first: 0, last: maxImageBytes });
  if (!stored) throw new Error(`There is no file ${content} any more.`);
  return buffer(stored.body);
};

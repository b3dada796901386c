import { createHash } from "node:crypto";
import { unzipSync } from "fflate";
import type { Wheel } from "./programs.ts";

/**
 * Downloads ffmpeg. `FFMPEG_URL` names a copy of the wheel elsewhere. Throws before unpacking if the SHA-256
 * is another.
 */
export const downloadFfmpeg = async ({ url, sha256, entry }: Wheel): Promise<Uint8Array> => {
  const address = process.env.FFMPEG_URL || url;
  const response = await fetch(address).catch((cause) => {
    throw new Error(`${address} cannot be reached: ${cause.cause?.message ?? cause.message}`, { cause });
  });
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  const content = Buffer.from(await response.arrayBuffer());
  requireDigest(address, content, `sha256-${Buffer.from(sha256, "hex").toString("base64")}`);
  const { [entry]: program } = unzipSync(content, { filter: ({ name }) => name === entry });
  if (!program) throw new Error(`${address} has no ${entry}`);
  return program;
};

/** Throws unless the content has this digest, in npm's form such as `sha512-` and Base64. */
export const requireDigest = (name: string, content: Buffer, expected: string): void => {
  const [algorithm = ""] = expected.split("-");
  const digest = `${algorithm}-${createHash(algorithm).update(content).digest("base64")}`;
  if (digest !== expected) throw new Error(`${name} is not what it should be: ${digest}, not ${expected}`);
};

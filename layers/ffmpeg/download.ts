import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";

/** The release that belongs to version 5.3.0 of the npm package `ffmpeg-static`. */
const release = "b6.1.1";

/**
 * The address of ffmpeg for a platform, compressed with gzip: that of its publisher, or below `downloads` a
 * copy of it.
 */
export const ffmpegUrl = (
  platform: string,
  arch: string,
  downloads = "https://github.com/eugeneware/ffmpeg-static/releases/download",
): string => `${downloads}/${release}/ffmpeg-${platform}-${arch}.gz`;

/**
 * The program in the compressed file at an address. Refused before anything is unpacked: a file with another
 * SHA-256.
 */
export const downloadProgram = async (url: string, sha256: string): Promise<Buffer> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  const compressed = Buffer.from(await response.arrayBuffer());
  requireDigest(url, compressed, `sha256-${Buffer.from(sha256, "hex").toString("base64")}`);
  return gunzipSync(compressed);
};

/** Throws unless the content has the digest, which is written as npm does: `sha512-` and Base64. */
export const requireDigest = (name: string, content: Buffer, expected: string): void => {
  const [algorithm = ""] = expected.split("-");
  const digest = `${algorithm}-${createHash(algorithm).update(content).digest("base64")}`;
  if (digest !== expected) throw new Error(`${name} is not what it should be: ${digest}, not ${expected}`);
};

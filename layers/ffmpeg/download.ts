import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";

/** The release for version 5.3.0 of the npm package `ffmpeg-static`. */
const release = "b6.1.1";

/** The address of gzipped ffmpeg for a platform, at its publisher or at a copy below `downloads`. */
export const ffmpegUrl = (
  platform: string,
  arch: string,
  downloads = "https://github.com/eugeneware/ffmpeg-static/releases/download",
): string => `${downloads}/${release}/ffmpeg-${platform}-${arch}.gz`;

/** Downloads a compressed program. Throws before unpacking if its SHA-256 is another. */
export const downloadProgram = async (url: string, sha256: string): Promise<Buffer> => {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} answers ${response.status}`);
  const compressed = Buffer.from(await response.arrayBuffer());
  requireDigest(url, compressed, `sha256-${Buffer.from(sha256, "hex").toString("base64")}`);
  return gunzipSync(compressed);
};

/** Throws unless the content has this digest, in npm's form such as `sha512-` and Base64. */
export const requireDigest = (name: string, content: Buffer, expected: string): void => {
  const [algorithm = ""] = expected.split("-");
  const digest = `${algorithm}-${createHash(algorithm).update(content).digest("base64")}`;
  if (digest !== expected) throw new Error(`${name} is not what it should be: ${digest}, not ${expected}`);
};

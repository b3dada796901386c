import { promisify } from "node:util";
import { gunzip } from "node:zlib";

/** The text of a log file, which CloudFront compresses. */
export const logText = async (bytes: Buffer): Promise<string> => {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (isCompressed ? await promisify(gunzip)(bytes) : bytes).toString();
};

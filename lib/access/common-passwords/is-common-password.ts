import { hash } from "node:crypto";
import list from "./list.json" with { type: "json" };

/** Four bytes: of 200,000 good passwords, one looks like a common one. */
export const hashLength = 4;

/** The beginning of the SHA-256, without regard to case, so that the list is small and says no words. */
export const hashOfCommon = (password: string): number =>
  hash("sha256", password.toLowerCase(), "buffer").readUInt32BE();

let hashes: Buffer | undefined;

/** True for the 20,000 most common ones of those that are long enough for an account. */
export const isCommonPassword = (password: string): boolean => {
  hashes ??= Buffer.from(list.hashes, "base64");
  const wanted = hashOfCommon(password);
  let [low, high] = [0, hashes.length / hashLength];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (hashes.readUInt32BE(middle * hashLength) < wanted) low = middle + 1;
    else high = middle;
  }
  return low * hashLength < hashes.length && hashes.readUInt32BE(low * hashLength) === wanted;
};

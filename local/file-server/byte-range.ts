/** Bytes of a file, counted from 0, both ends included. */
export interface Bytes {
  readonly first: number;
  readonly last: number;
}

/**
 * The range that a `Range` header asks for, such as `bytes=0-99`, `bytes=100-` or `bytes=-100`. `whole`
 * without a header, for invalid ones and for several ranges, which a server may ignore. Source: RFC 9110, 14.
 */
export const byteRange = (header: string | undefined, sizeBytes: number): Bytes | "whole" | "outside" => {
  const [, from = "", to = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? "") ?? [];
  if (from === "") return to === "" ? "whole" : lastBytes(Number(to), sizeBytes);
  const first = Number(from);
  const last = to === "" ? Number.POSITIVE_INFINITY : Number(to);
  if (last < first) return "whole";
  return first < sizeBytes ? { first, last: Math.min(last, sizeBytes - 1) } : "outside";
};

const lastBytes = (count: number, sizeBytes: number): Bytes | "whole" | "outside" => {
  if (count === 0) return "outside";
  // No range can mean all of an empty file.
  if (sizeBytes === 0) return "whole";
  return { first: Math.max(0, sizeBytes - count), last: sizeBytes - 1 };
};

import { createHash } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { certain } from "#lib/certain.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import type { StoredBody, StoredParts } from "#lib/pages/revision.ts";
import type { Write } from "#lib/store/port/table-store.ts";
import { deflated } from "./deflated.ts";
import { getItems, putItem } from "./items.ts";
import { retryUntilWhole } from "./retry-until-whole.ts";
import { keys } from "./table.ts";

/** Content up to this size, deflated, is stored in its item, which DynamoDB limits to 400 KB. */
const partBytes = 300_000;

/** Cuts bytes into parts that items have room for; what fits in one is one part. */
export const partsOf = (packed: Uint8Array): Uint8Array[] =>
  Array.from({ length: Math.ceil(packed.length / partBytes) }, (_, index) =>
    packed.subarray(index * partBytes, (index + 1) * partBytes),
  );

type Packable = AnyContent | readonly Comment[];

/** Content or comments as attributes of their item, and writes of the parts that do not fit in it. */
export interface PackedContent {
  readonly attributes: StoredBody;
  readonly parts: readonly Write[];
}

/**
 * Deflates the JSON of the content, which halves the read units. Beyond 300 KB it is cut into parts: items
 * under the page's id and a digest of the whole.
 */
export const packContent = (content: Packable, pageId: number): PackedContent => {
  const packed = deflated(JSON.stringify(content));
  if (packed.length <= partBytes) return { attributes: { content: packed }, parts: [] };
  const contentDigest = createHash("sha256").update(packed).digest("hex");
  const parts = partsOf(packed);
  const stored: StoredParts = { contentDigest, contentParts: parts.length, contentPage: pageId };
  const writes = partKeys(stored).map((key, index) => putItem(key, { bytes: certain(parts[index]) }));
  return { attributes: stored, parts: writes };
};

/** The content of an item. Large content takes one more request. */
export const unpackContent = async <Content extends Packable = AnyContent>(
  item: StoredBody,
): Promise<Content> => {
  const stored = storedBodyIn(item);
  const packed = "content" in stored ? stored.content : await joinedParts(stored);
  return JSON.parse(inflateRawSync(packed).toString()) as Content;
};

export const storedBodyIn = (item: StoredBody): StoredBody => {
  if ("content" in item) return { content: item.content };
  const { contentDigest, contentParts, contentPage } = item;
  return { contentDigest, contentParts, ...(contentPage !== undefined && { contentPage }) };
};

export const partKeys = ({ contentDigest, contentParts, contentPage }: StoredParts) =>
  Array.from({ length: contentParts }, (_, index) =>
    contentPage === undefined
      ? keys.formerBodyPart(contentDigest, index)
      : keys.bodyPart(contentPage, contentDigest, index),
  );

/**
 * Joins the parts of a content. A read beside the transaction that writes them may see the item before its
 * parts.
 */
const joinedParts = (stored: StoredParts): Promise<Uint8Array> =>
  retryUntilWhole(async () => {
    const parts = (await getItems(partKeys(stored))).map((part) => part?.bytes);
    return parts.every((part) => part !== undefined) ? Buffer.concat(parts) : undefined;
  });

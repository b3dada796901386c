import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { Comment } from "#lib/pages/comment.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import type { StoredParts } from "#lib/pages/revision.ts";
import { tableName } from "#lib/settings/database.ts";
import { getItems, type Item } from "./client.ts";
import { retryUntilWhole } from "./retry-until-whole.ts";
import { type Key, keys } from "./table.ts";
import type { Write } from "./write.ts";

/** Packed content up to this size stands in the item itself; DynamoDB's items end at 400 KB. */
const partBytes = 300_000;

/** What a page says, or what is said below it. */
type Packable = AnyContent | readonly Comment[];

/**
 * A page's content or comments as they are stored: attributes of the item that they belong to, and writes of
 * what does not fit there.
 */
export interface PackedContent {
  readonly attributes: Item;
  readonly parts: readonly Write[];
}

/**
 * The content in storage form: its JSON, deflated, which costs half the read units of plain text. Beyond 300
 * KB it is cut into items of its own, below the page's id and the digest of all; or it is said to be in the
 * parts that another item of the page has, and nothing is cut.
 */
export const packContent = (content: Packable, pageId: number, parts?: StoredParts): PackedContent => {
  if (parts) return { attributes: { ...parts }, parts: [] };
  const packed = deflateRawSync(JSON.stringify(content));
  if (packed.length <= partBytes) return { attributes: { content: packed }, parts: [] };
  const contentDigest = createHash("sha256").update(packed).digest("hex");
  const contentParts = Math.ceil(packed.length / partBytes);
  const stored: StoredParts = { contentDigest, contentParts, contentPage: pageId };
  const writes = partKeys(stored).map((key, index): Write => {
    const bytes = packed.subarray(index * partBytes, (index + 1) * partBytes);
    return { Put: { TableName: tableName(), Item: { ...key, bytes } } };
  });
  return { attributes: { ...stored }, parts: writes };
};

/** The content that an item holds. One request more when it is large. */
export const unpackContent = async <Content extends Packable = AnyContent>(item: Item): Promise<Content> => {
  const parts = partsOf(item);
  const packed = parts ? await joinedParts(parts) : (item.content as Uint8Array);
  return JSON.parse(inflateRawSync(packed).toString()) as Content;
};

/** Where an item has the parts of its content; undefined when it holds the content itself. */
export const partsOf = ({ contentDigest, contentParts, contentPage }: Item): StoredParts | undefined =>
  contentDigest === undefined
    ? undefined
    : ({ contentDigest, contentParts, ...(contentPage !== undefined && { contentPage }) } as StoredParts);

const partKeys = ({ contentDigest, contentParts, contentPage }: StoredParts): Key[] =>
  Array.from({ length: contentParts }, (_, index) =>
    contentPage === undefined
      ? keys.formerBodyPart(contentDigest, index)
      : keys.bodyPart(contentPage, contentDigest, index),
  );

/**
 * A read may run beside the transaction that writes the parts, and see their item before them: then it is
 * repeated.
 */
const joinedParts = (stored: StoredParts): Promise<Uint8Array> =>
  retryUntilWhole(async () => {
    const parts = (await getItems(partKeys(stored))).map((part) => part?.bytes as Uint8Array | undefined);
    return parts.includes(undefined) ? undefined : Buffer.concat(parts as Uint8Array[]);
  });

import { createHash } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { config } from "#lib/config.ts";
import type { Comment } from "#lib/pages/comment.ts";
import type { AnyContent } from "#lib/pages/content.ts";
import { getItems, type Item } from "./client.ts";
import type { Write } from "./commit.ts";
import { settled } from "./settled.ts";
import { keys } from "./table.ts";

/** Packed content up to this size stands in the item itself; DynamoDB's items end at 400 KB. */
const partBytes = 300_000;

/** What a page says, or what is said below it. */
type Packable = AnyContent | readonly Comment[];

/** A page's content or comments as they are stored: attributes of the item that they belong to, and writes of what does not fit there. */
export interface PackedContent {
  readonly attributes: Item;
  readonly parts: readonly Write[];
}

/**
 * The content in storage form: its JSON, deflated, which costs half the read units of plain text. Beyond 300 KB it is
 * cut into items of its own under its digest, which a revision and the live content share when both were
 * packed alike.
 */
export const packContent = (content: Packable): PackedContent => {
  const packed = deflateRawSync(JSON.stringify(content));
  if (packed.length <= partBytes) return { attributes: { content: packed }, parts: [] };
  const digest = createHash("sha256").update(packed).digest("hex");
  const count = Math.ceil(packed.length / partBytes);
  const parts = Array.from({ length: count }, (_, index): Write => {
    const bytes = packed.subarray(index * partBytes, (index + 1) * partBytes);
    return { Put: { TableName: config.tableName(), Item: { ...keys.bodyPart(digest, index), bytes } } };
  });
  return { attributes: { contentDigest: digest, contentParts: count }, parts };
};

/** The content that an item holds. One request more when it is large. */
export const unpackContent = async <Content extends Packable = AnyContent>(item: Item): Promise<Content> => {
  const packed = (item.content as Uint8Array | undefined) ?? (await joinedParts(item));
  return JSON.parse(inflateRawSync(packed).toString()) as Content;
};

/** A read may run beside the transaction that writes the parts, and see their item before them: then it is repeated. */
const joinedParts = async ({ contentDigest, contentParts }: Item): Promise<Uint8Array> => {
  const wanted = Array.from({ length: contentParts as number }, (_, index) =>
    keys.bodyPart(contentDigest as string, index),
  );
  return settled(async () => {
    const parts = (await getItems(wanted)).map((part) => part?.bytes as Uint8Array | undefined);
    return parts.includes(undefined) ? undefined : Buffer.concat(parts as Uint8Array[]);
  });
};

import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { AnyContent } from "#lib/pages/content.ts";
import type { Item } from "./client.ts";

/** The attributes that hold a page's content: its JSON, deflated, which costs half the read units of plain text. */
export const packContent = async (content: AnyContent): Promise<Item> => {
  const packed = deflateRawSync(JSON.stringify(content));
  return { content: packed };
};

/** The content that an item's attributes hold. */
export const unpackContent = async (item: Item): Promise<AnyContent> =>
  JSON.parse(inflateRawSync(item.content as Uint8Array).toString()) as AnyContent;

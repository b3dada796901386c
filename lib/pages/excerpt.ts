import { storedBlocks } from "#lib/blocks/sections.ts";
import type { PostContent } from "./content.ts";

/** The part of a post that lists of posts for people show. */
export interface Excerpt {
  /** The public content, of whose body only the overview. */
  readonly content: PostContent;
  /** True if the post has more to read. */
  readonly hasMore: boolean;
  /** Rich text at the beginning of a post that has neither overview nor description; absent of others. */
  readonly opening?: string;
}

export const excerptOf = (content: PostContent): Excerpt => {
  const overview = storedBlocks(content.body, "overview");
  const opening = overview.length === 0 && content.searchDescription === "" ? openingHtml(content.body) : "";
  return {
    content: { ...content, body: [{ type: "overview", value: overview }] },
    hasMore: storedBlocks(content.body, "detail").length > 0,
    ...(opening !== "" && { opening }),
  };
};

/** Far more than is shown of it, because tags count, too. */
const maxOpening = 1_500;

/** The stored rich text of the first paragraphs. It is made readable where it is shown, by more code. */
export const openingHtml = (body: PostContent["body"]): string => {
  let html = "";
  for (const { type, value } of [...storedBlocks(body, "overview"), ...storedBlocks(body, "detail")]) {
    if (type === "paragraph" && typeof value === "string") html += value;
    if (html.length > maxOpening) return html.slice(0, maxOpening).replace(/<[^>]*$/, "");
  }
  return html;
};

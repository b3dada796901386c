import { isObject } from "#lib/blocks/is-object.ts";
import { storedBlocks } from "#lib/blocks/sections.ts";
import type { StoredBlock } from "#lib/blocks/stored.ts";
import { mediaInBlock } from "#lib/blocks/stored-media.ts";
import { maxTags } from "#lib/media/tag-text.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { escapeHtml } from "#lib/richtext/escape-html.ts";
import type { PostContent } from "./content.ts";
import { mediaInPost, mediaProblems } from "./post-media.ts";
import { slugFromTag } from "./slug.ts";

/** What lists know of a post stands in one item with its change, plainly; DynamoDB's items end at 400 KB. */
const maxListedBytes = 300_000;

/**
 * A Lambda sends 6 MB, in which its answer is a JSON string; some of it is left for what stands around a
 * post.
 */
const maxAnswerBytes = 6_000_000;

/**
 * Smaller content than this fits, whatever it consists of: an answer holds text thrice, with up to six bytes
 * for one, and an image block of 26 bytes twice as HTML.
 */
const surelyFits = 100_000;

/**
 * What is wrong with the size of a post: without this check it could be saved, and then neither listed nor
 * read. The largest answer about a post is its public page, with the body, the overview as HTML, and both
 * sections as HTML.
 */
export const sizeProblems = (content: PostContent): Problem[] => {
  const { body, ...named } = content;
  const listed = { ...named, tagSlugs: content.tags.map(slugFromTag) };
  const problems: Problem[] = mediaProblems(mediaInPost(content));
  if (content.tags.length > maxTags) {
    problems.push({ path: "tags", code: "max_length", message: `There are more than ${maxTags} tags.` });
  }
  if (bytesOf(listed) > maxListedBytes) {
    const path = content.searchDescription.length > maxListedBytes / 2 ? "search_description" : "tags";
    problems.push({ path, code: "max_length", message: "The post says too much beside its body." });
  }
  if (bytesOf(content) > surelyFits && bytesOf(JSON.stringify(publicPage(body, listed))) > maxAnswerBytes) {
    const message = "The post is too large: its public page could not be sent in one answer.";
    problems.push({ path: "non_field_errors", code: "max_length", message });
  }
  return problems;
};

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const publicPage = (body: PostContent["body"], listed: object) => {
  const overview = storedBlocks(body, "overview");
  const all = [...overview, ...storedBlocks(body, "detail")];
  return [listed, body, overview.map(roughHtml), all.map(roughHtml)];
};

/** What an image takes of a page, with the addresses of its renditions. */
const htmlOfMedium = " ".repeat(700);

/** As much text as a theme makes of a block. */
const roughHtml = ({ type, value }: StoredBlock): string => {
  if (typeof value === "string") return value;
  if (isObject(value) && typeof value.source === "string") return escapeHtml(value.source);
  return escapeHtml(JSON.stringify(value)) + htmlOfMedium.repeat(mediaInBlock({ type, value }).length);
};

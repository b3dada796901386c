import { isObject } from "#lib/blocks/is-object.ts";
import { storedBlocks } from "#lib/blocks/sections.ts";
import type { StoredBlock } from "#lib/blocks/stored.ts";
import { mediaInBlock } from "#lib/blocks/stored-media.ts";
import { maxTags } from "#lib/media/tag-text.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { escapeHtml } from "#lib/richtext/escape-html.ts";
import { aliasesOf, maxAliases } from "./aliases.ts";
import type { PostContent } from "./content.ts";
import { mediaInPost, mediaProblems } from "./post-media.ts";
import { slugFromTag } from "./slug.ts";

/** DynamoDB limits items to 400 KB; a listing shares one with its change. */
const maxListedBytes = 300_000;

/** A Lambda answers with at most 6 MB, JSON escapes included; the rest is for what surrounds the post. */
const maxAnswerBytes = 6_000_000;

/** Smaller content always fits: an answer has each text three times, at most six bytes for one. */
const surelyFits = 100_000;

/**
 * Problems of a post's size: without this check, a post could be saved but neither listed nor read. The
 * largest answer is its public page: the body, the overview as HTML, and both sections as HTML.
 */
export const sizeProblems = (content: PostContent): Problem[] => {
  const { body, ...named } = content;
  const listed = { ...named, tagSlugs: content.tags.map(slugFromTag) };
  const problems: Problem[] = mediaProblems(mediaInPost(content));
  if (content.tags.length > maxTags) {
    problems.push({ path: "tags", code: "max_length", message: `There are more than ${maxTags} tags.` });
  }
  if (aliasesOf(content).length > maxAliases) {
    const message = `There are more than ${maxAliases} aliases.`;
    problems.push({ path: "aliases", code: "max_length", message });
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

/** About as much HTML as an image with its renditions takes. */
const htmlOfMedium = " ".repeat(700);

/** About as much HTML as a theme makes of a block. */
const roughHtml = ({ type, value }: StoredBlock): string => {
  if (typeof value === "string") return value;
  if (isObject(value) && typeof value.source === "string") return escapeHtml(value.source);
  return escapeHtml(JSON.stringify(value)) + htmlOfMedium.repeat(mediaInBlock({ type, value }).length);
};

import { isObject } from "#lib/blocks/is-object.ts";
import { framesIn, takesEmbedBlocks, withFrames } from "#lib/blocks/ready/external-embed-block.ts";
import {
  replaceSection,
  type SectionName,
  type StoredBlock,
  sectionNames,
  storedBlocks,
} from "#lib/blocks/sections.ts";
import { mediaInBlock } from "#lib/blocks/stored-media.ts";
import { writeMarkdown, writeSection } from "#lib/blocks/write-section.ts";
import type { WritingRules } from "#lib/blocks/writing.ts";
import { withoutUndefined } from "#lib/field.ts";
import { maxTags } from "#lib/media/tag-text.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { invalid, refuseProblems } from "#lib/refusals/refusal.ts";
import { escapeHtml } from "#lib/richtext/escape-html.ts";
import { blocksFromMarkdown, type OnRemoved } from "#lib/richtext/markdown.ts";
import { type PartAllowance, partAllowance } from "#lib/richtext/problem.ts";
import { aliasesOf, distinctAliases, maxAliases } from "./addresses.ts";
import {
  type AnyContent,
  type EpisodeContent,
  type EpisodeFields,
  emptyPost,
  emptyStandalone,
  episodeDefaults,
  fieldsOfKind,
  type PostContent,
  type PostFields,
  type SectionInput,
  type StandaloneContent,
  type WrittenContent,
  type WrittenFields,
  withoutEmpty,
} from "./content.ts";
import { declared, isEmpty } from "./content-values.ts";
import type { PageKind } from "./page.ts";
import { mediaInPost, mediaProblems } from "./post-references.ts";
import { slugFromTag, slugFromTitle } from "./slug.ts";

export interface EditingContext extends WritingRules {
  readonly categories: ReadonlySet<number>;
  /** Slugs. */
  readonly authors: ReadonlySet<string>;
}

export type New<Fields> = Fields & { readonly title: string };

/** A new post's content, dated `now` by default. Refuses in the order of contract#create-stages. */
export const newPostContent = (fields: New<PostFields>, context: EditingContext, now: string): PostContent =>
  requireSlug(firstContent(blankPost(fields, now), fields, context));

export const blankPost = ({ title, slug }: New<PostFields>, now: string): PostContent => ({
  ...emptyPost,
  title,
  slug: slug ?? slugFromTitle(title),
  visibleDate: now,
});

/** The content of a new page that is no post. Refuses as `newPostContent`. */
export const newStandaloneContent = (
  fields: New<WrittenFields>,
  context: EditingContext,
): StandaloneContent => {
  const { title, slug = slugFromTitle(title) } = fields;
  return requireSlug(firstContent({ ...emptyStandalone, title, slug }, fields, context));
};

const requireSlug = <Content extends WrittenContent>(content: Content): Content => {
  if (content.slug === "") throw invalid("slug", "required", "No slug can be made of the title; give one.");
  return content;
};

/** What is new with its author's fields. Refuses as `newPostContent`, except for the slug. */
const firstContent = <Content extends WrittenContent>(
  blank: Content,
  fields: PostFields,
  context: EditingContext,
): Content => edited(blank, fields, context, null);

/**
 * The post or page with the author's changes; sections that are not given stay. Refuses as `newPostContent`.
 */
export const editedPost = <Content extends WrittenContent>(
  latest: Content,
  fields: PostFields,
  context: EditingContext,
): Content => edited(latest, fields, context, latest);

const edited = <Content extends WrittenContent>(
  base: Content,
  fields: PostFields,
  context: EditingContext,
  latest: Content | null,
): Content => {
  checkPostReferences(fields, context);
  const { overview, detail, aliases, ...simple } = fields;
  const given = { ...simple, ...(aliases && { aliases: distinctAliases(aliases) }) };
  const body = editedBody(base, { overview, detail }, context, latest);
  const content = withoutEmpty({ ...base, ...withoutUndefined(given), body });
  refuseProblems(sizeProblems(content));
  return content;
};

const checkPostReferences = (
  { coverImage, categories, authors }: PostFields,
  context: EditingContext,
): void => {
  checkCover(coverImage, context.media.image);
  checkCategories(categories, context.categories);
  checkAuthors(authors, context.authors);
};

const checkCover = (cover: PostFields["coverImage"], choosable: ReadonlySet<number>): void => {
  if (cover && !choosable.has(cover.id))
    throw invalid("cover_image.id", "not_found", `Image ${cover.id} was not found.`);
};

const checkCategories = (ids: readonly number[] = [], existing: ReadonlySet<number>): void => {
  const unknown = ids.filter((id) => !existing.has(id));
  if (unknown.length === 0) return;
  throw invalid("categories", "not_found", `Categories that were not found: ${unknown.join(", ")}.`);
};

const checkAuthors = (slugs: readonly string[] = [], existing: ReadonlySet<string>): void => {
  const unknown = slugs.filter((slug) => !existing.has(slug));
  if (unknown.length === 0) return;
  throw invalid("authors", "not_found", `Authors that were not found: ${unknown.join(", ")}.`);
};

const editedBody = (
  base: WrittenContent,
  inputs: Readonly<Record<SectionName, SectionInput | undefined>>,
  context: EditingContext,
  latest: WrittenContent | null,
): WrittenContent["body"] => {
  const problems: Problem[] = [];
  const parts = partAllowance();
  let { body } = base;
  const frames = framesIn(takesEmbedBlocks(context.custom) ? base.body.flatMap(({ value }) => value) : []);
  for (const section of sectionNames) {
    const input = inputs[section];
    if (!input) continue;
    const stored = latest && storedBlocks(latest.body, section);
    const written = writeInput(section, input, stored, { ...context, parts });
    for (const problem of written.problems) problems.push(problem);
    const blocks = withFrames(written.blocks, (url) => frames.get(url));
    body = replaceSection(body, section, blocks);
  }
  refuseProblems(problems);
  return body;
};

const writeInput = (
  section: SectionName,
  input: SectionInput,
  stored: readonly StoredBlock[] | null,
  rules: EditingContext & { readonly parts: PartAllowance },
) => {
  if ("blocks" in input) return writeSection(input.blocks, { ...rules, section, path: section, stored });
  const path = `${section}_markdown`;
  const removed = rules.collector?.removed;
  const onRemoved: OnRemoved | undefined =
    removed && ((block, removals) => removed(block === null ? path : `${path}.${block}.value`, removals));
  const converted = blocksFromMarkdown(input.markdown, rules.features, rules.parts, onRemoved);
  if ("problems" in converted) {
    const problems = converted.problems.map(({ code, message, block }): Problem => {
      return { path: block === undefined ? path : `${path}.${block}.value`, code, message };
    });
    return { blocks: [], problems };
  }
  return writeMarkdown(converted.blocks, path);
};

export interface EpisodeContext extends EditingContext {
  readonly seasons: ReadonlySet<number>;
}

/** A new episode's content. Refuses in the order of contract#create-stages. */
export const newEpisodeContent = (
  fields: New<EpisodeFields>,
  context: EpisodeContext,
  now: string,
): EpisodeContent => {
  const content = firstContent({ ...blankPost(fields, now), ...episodeDefaults }, fields, context);
  checkEpisodeReferences(fields, context);
  return requireSlug(content);
};

/** The episode with the author's changes, as in `editedPost`, but in the order of contract#update-stages. */
export const editedEpisode = (
  latest: EpisodeContent,
  fields: EpisodeFields,
  context: EpisodeContext,
): EpisodeContent => {
  checkPostReferences(fields, context);
  checkEpisodeReferences(fields, context);
  return editedPost(latest, fields, context);
};

const checkEpisodeReferences = ({ podcastAudio, season }: EpisodeFields, context: EpisodeContext): void => {
  if (typeof podcastAudio === "number" && !context.media.audio.has(podcastAudio))
    throw invalid("podcast_audio.id", "not_found", `Audio ${podcastAudio} was not found.`);
  if (typeof season === "number" && !context.seasons.has(season))
    throw invalid("season", "invalid", `The podcast has no season ${season}.`);
};

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
const sizeProblems = (content: WrittenContent): Problem[] => {
  const { body, ...named } = content;
  const { tags = [] }: Partial<PostContent> = content;
  const listed = { ...named, tagSlugs: tags.map(slugFromTag) };
  const problems: Problem[] = mediaProblems(mediaInPost(content));
  if (tags.length > maxTags) {
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

const publicPage = (body: WrittenContent["body"], listed: object) => {
  const overview = storedBlocks(body, "overview");
  const all = [...overview, ...storedBlocks(body, "detail")];
  return [listed, body, overview.map(roughHtml), all.map(roughHtml)];
};

/** Roughly the HTML of an image with its renditions. */
const htmlOfMedium = " ".repeat(700);

/** Roughly the HTML that a theme makes of a block. */
const roughHtml = ({ type, value }: StoredBlock): string => {
  if (typeof value === "string") return value;
  if (isObject(value) && typeof value.source === "string") return escapeHtml(value.source);
  return escapeHtml(JSON.stringify(value)) + htmlOfMedium.repeat(mediaInBlock({ type, value }).length);
};

/**
 * Refuses a content without what its kind needs to be public. It does not look whether an audio still exists.
 */
export const requireComplete = (kind: PageKind, content: AnyContent): void => {
  const problems = declared<string>(fieldsOfKind[kind]).flatMap(([name, field, wire]) => {
    if (!field.requiredToPublish || !isEmpty(field, content[name as keyof AnyContent])) return [];
    const message = field.type === "audio" ? noAudio : "This field is required to publish.";
    return [{ path: wire, code: "required" as const, message }];
  });
  refuseProblems(problems);
};

/** The message for an episode without an audio, or with one that is gone. */
export const noAudio = "An episode needs an audio to be published.";

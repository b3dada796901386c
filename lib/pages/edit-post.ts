import { replaceSection, type SectionName, sectionNames, storedBlocks } from "#lib/blocks/sections.ts";
import type { StoredBlock } from "#lib/blocks/stored.ts";
import { writeSection } from "#lib/blocks/write-section.ts";
import type { WritingRules } from "#lib/blocks/writing-rules.ts";
import { invalid, type Problem, refuseProblems } from "#lib/refusals/problem.ts";
import { blocksFromMarkdown } from "#lib/richtext/markdown.ts";
import type { PostContent } from "./content.ts";
import { sizeProblems } from "./post-size.ts";
import { slugFromTitle } from "./slug.ts";

/** A section as an author gives it: blocks in author form, not yet checked, or Markdown. */
export type SectionInput = { readonly blocks: readonly unknown[] } | { readonly markdown: string };

/** What an author says of a post; what is absent stays as it is. */
export interface PostFields {
  readonly title?: string | undefined;
  readonly slug?: string | undefined;
  readonly seoTitle?: string | undefined;
  readonly searchDescription?: string | undefined;
  readonly visibleDate?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly categories?: readonly number[] | undefined;
  readonly coverImage?: PostContent["coverImage"] | undefined;
  readonly overview?: SectionInput | undefined;
  readonly detail?: SectionInput | undefined;
}

/** What an author's fields are checked against. */
export interface EditingContext extends WritingRules {
  /** Ids of the categories that exist. */
  readonly categories: ReadonlySet<number>;
}

/**
 * The content of a new post, dated `now` unless the author says otherwise. Refuses what is wrong with the cover, the
 * categories and the body, in this order, and `slug/required` when the title stands for no slug (decisions §9 "Create").
 */
export const newPostContent = (
  fields: PostFields & { readonly title: string },
  context: EditingContext,
  now: string,
): PostContent => {
  const blank: PostContent = {
    title: fields.title,
    slug: fields.slug ?? slugFromTitle(fields.title),
    seoTitle: "",
    searchDescription: "",
    visibleDate: now,
    tags: [],
    categories: [],
    coverImage: null,
    body: [],
  };
  const content = edited(blank, fields, context, null);
  if (content.slug === "") throw invalid("slug", "required", "No slug can be made of the title; give one.");
  return content;
};

/** The post with an author's changes; sections that are not named stay as they are, also unknown ones. Refuses as `newPostContent`. */
export const editedPost = (latest: PostContent, fields: PostFields, context: EditingContext): PostContent =>
  edited(latest, fields, context, latest);

const edited = (
  base: PostContent,
  fields: PostFields,
  context: EditingContext,
  latest: PostContent | null,
): PostContent => {
  checkCover(fields.coverImage, context.media.image);
  checkCategories(fields.categories, context.categories);
  const { overview, detail, ...simple } = fields;
  const given = Object.fromEntries(Object.entries(simple).filter(([, value]) => value !== undefined));
  const content = {
    ...base,
    ...given,
    body: editedBody(base, { overview, detail }, context, latest),
  };
  refuseProblems(sizeProblems(content));
  return content;
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

const editedBody = (
  base: PostContent,
  inputs: Readonly<Record<SectionName, SectionInput | undefined>>,
  context: EditingContext,
  latest: PostContent | null,
): PostContent["body"] => {
  const problems: Problem[] = [];
  let { body } = base;
  for (const section of sectionNames) {
    const input = inputs[section];
    if (!input) continue;
    const stored = latest && storedBlocks(latest.body, section);
    const written = writeInput(section, input, stored, context);
    for (const problem of written.problems) problems.push(problem);
    body = replaceSection(body, section, written.blocks);
  }
  refuseProblems(problems);
  return body;
};

const writeInput = (
  section: SectionName,
  input: SectionInput,
  stored: readonly StoredBlock[] | null,
  rules: EditingContext,
) => {
  if ("blocks" in input) return writeSection(input.blocks, { ...rules, section, path: section, stored });
  const path = `${section}_markdown`;
  const converted = blocksFromMarkdown(input.markdown, rules.features);
  if ("problems" in converted) {
    const problems = converted.problems.map(({ code, message, block }): Problem => {
      return { path: block === undefined ? path : `${path}.${block}.value`, code, message };
    });
    return { blocks: [], problems };
  }
  return writeSection(converted.blocks, { ...rules, section, path, stored: null });
};

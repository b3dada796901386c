import { replaceSection, type SectionName, sectionNames, storedBlocks } from "#lib/blocks/sections.ts";
import type { StoredBlock } from "#lib/blocks/stored.ts";
import { writeMarkdown, writeSection } from "#lib/blocks/write-section.ts";
import type { WritingRules } from "#lib/blocks/writing-rules.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { invalid, refuseProblems } from "#lib/refusals/refuse-problems.ts";
import { blocksFromMarkdown, type OnRemoved } from "#lib/richtext/markdown.ts";
import { type PartAllowance, partAllowance } from "#lib/richtext/part-allowance.ts";
import { distinctAliases } from "./aliases.ts";
import { emptyPost, type PostContent, withoutEmpty } from "./content.ts";
import type { PostFields, SectionInput } from "./post-fields.ts";
import { sizeProblems } from "./post-size.ts";
import { slugFromTitle } from "./slug.ts";
import { withoutUndefined } from "./without-undefined.ts";

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

export const requireSlug = <Content extends PostContent>(content: Content): Content => {
  if (content.slug === "") throw invalid("slug", "required", "No slug can be made of the title; give one.");
  return content;
};

/** A new post or episode with its author's fields. Refuses as `newPostContent`, except for the slug. */
export const firstContent = <Content extends PostContent>(
  blank: Content,
  fields: PostFields,
  context: EditingContext,
): Content => edited(blank, fields, context, null);

/** The post with the author's changes; sections that are not given stay. Refuses as `newPostContent`. */
export const editedPost = <Content extends PostContent>(
  latest: Content,
  fields: PostFields,
  context: EditingContext,
): Content => edited(latest, fields, context, latest);

const edited = <Content extends PostContent>(
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

export const checkPostReferences = (
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
  base: PostContent,
  inputs: Readonly<Record<SectionName, SectionInput | undefined>>,
  context: EditingContext,
  latest: PostContent | null,
): PostContent["body"] => {
  const problems: Problem[] = [];
  const parts = partAllowance();
  let { body } = base;
  for (const section of sectionNames) {
    const input = inputs[section];
    if (!input) continue;
    const stored = latest && storedBlocks(latest.body, section);
    const written = writeInput(section, input, stored, { ...context, parts });
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
  rules: EditingContext & { readonly parts: PartAllowance },
) => {
  if ("blocks" in input) return writeSection(input.blocks, { ...rules, section, path: section, stored });
  const path = `${section}_markdown`;
  const { collector } = rules;
  const onRemoved: OnRemoved | undefined =
    collector &&
    ((block, removals) => collector.removed(block === null ? path : `${path}.${block}.value`, removals));
  const converted = blocksFromMarkdown(input.markdown, rules.features, rules.parts, onRemoved);
  if ("problems" in converted) {
    const problems = converted.problems.map(({ code, message, block }): Problem => {
      return { path: block === undefined ? path : `${path}.${block}.value`, code, message };
    });
    return { blocks: [], problems };
  }
  return writeMarkdown(converted.blocks, path);
};

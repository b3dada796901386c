import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { readSection } from "#lib/blocks/read-block.ts";
import { type SectionName, sectionNames } from "#lib/blocks/sections.ts";
import type { Section, StoredBlock } from "#lib/blocks/stored.ts";
import { writeSection } from "#lib/blocks/write-section.ts";
import { noMedia } from "#lib/media/references.ts";
import type { AnyContent, BlogContent, PostContent } from "#lib/pages/content.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";

type Fields = Record<string, unknown>;
type CategorySlugs = ReadonlyMap<number, string>;

/** A page's content as fields of a manifest, beside title and slug, without those that have their default. */
export const contentFields = (
  content: AnyContent,
  categories: CategorySlugs,
  features: readonly RichTextFeature[],
): Fields => {
  const { title, slug, ...fields } = simpleFields(content, categories);
  const told = Object.entries(fields).filter(([, value]) => !isDefault(value));
  return { ...Object.fromEntries(told), ...sectionFields(bodyOf(content), features) };
};

/** The fields in which a draft differs from the content below it; all that a manifest's `draft` must say. */
export const changedFields = (
  draft: AnyContent,
  main: AnyContent,
  categories: CategorySlugs,
  features: readonly RichTextFeature[],
): Fields => {
  const before = simpleFields(main, categories);
  const after = Object.entries(simpleFields(draft, categories));
  const changed = after.filter(([name, value]) => !isDeepStrictEqual(value, before[name]));
  const sections = bodyOf(draft).filter((section) => {
    const former = bodyOf(main).find(({ type }) => type === section.type);
    return !isDeepStrictEqual(section, former);
  });
  return { ...Object.fromEntries(changed), ...sectionFields(sections, features) };
};

const simpleFields = (content: AnyContent, categories: CategorySlugs): Fields => ({
  title: content.title,
  slug: content.slug,
  seo_title: content.seoTitle,
  search_description: content.searchDescription,
  ...("description" in content && blogFields(content)),
  ...("visibleDate" in content && postFields(content, categories)),
});

const blogFields = ({ description, theme }: BlogContent): Fields => ({ description, theme });

const postFields = ({ visibleDate, tags, categories }: PostContent, slugs: CategorySlugs): Fields => ({
  visible_date: visibleDate,
  tags,
  categories: categories.flatMap((id) => slugs.get(id) ?? []),
});

const isDefault = (value: unknown): boolean =>
  value === "" || value === null || (Array.isArray(value) && value.length === 0);

const bodyOf = (content: AnyContent): readonly Section[] => ("body" in content ? content.body : []);

/** The sections as authors would write them, and those of which that would make something else in storage form. */
const sectionFields = (sections: readonly Section[], features: readonly RichTextFeature[]): Fields => {
  const fields: Fields = {};
  const stored: Record<string, readonly StoredBlock[]> = {};
  for (const { type, value } of sections) {
    const blocks = isSectionName(type) ? authorBlocks(type, value, features) : undefined;
    if (blocks) fields[type] = blocks;
    else stored[type] = value;
  }
  return Object.keys(stored).length === 0 ? fields : { ...fields, stored_body: stored };
};

const isSectionName = (name: string): name is SectionName =>
  (sectionNames as readonly string[]).includes(name);

const authorBlocks = (
  section: SectionName,
  stored: readonly StoredBlock[],
  features: readonly RichTextFeature[],
): readonly unknown[] | undefined => {
  const blocks = readSection(section, stored, { media: noMedia });
  const { blocks: rewritten, problems } = writeSection(blocks, {
    section,
    path: section,
    stored: null,
    features,
    media: noMedia,
    newId: randomUUID,
  });
  return problems.length === 0 && isDeepStrictEqual(rewritten, stored) ? blocks : undefined;
};

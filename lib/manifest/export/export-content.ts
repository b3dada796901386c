import { isDeepStrictEqual } from "node:util";
import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { readSection } from "#lib/blocks/read-section.ts";
import { type Section, type SectionName, type StoredBlock, sectionNames } from "#lib/blocks/sections.ts";
import { writeSection } from "#lib/blocks/write-section.ts";
import { countedIds } from "#lib/manifest/counted-ids.ts";
import { inManifestOrder } from "#lib/manifest/manifest-order.ts";
import { chapterTime } from "#lib/media/chapters.ts";
import type { Comment } from "#lib/pages/comment.ts";
import {
  type AnyContent,
  isEpisodeContent,
  isPostContent,
  isStandaloneContent,
  isWrittenContent,
} from "#lib/pages/content.ts";
import {
  blogFields,
  type ContentField,
  type ContentType,
  type ContentValues,
  episodeFields,
  homeFields,
  pageFields,
  podcastFields,
  postFields,
  standaloneFields,
  writtenFields,
} from "#lib/pages/content-fields.ts";
import { declared, emptyOf, isEmpty } from "#lib/pages/content-values.ts";
import { personFields, podcastDetailFields } from "#lib/pages/podcast.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { partAllowance } from "#lib/richtext/problem.ts";
import type { NamedMedia } from "./export-media.ts";
import { blocksWithKeys, linksWithPaths, type ReferenceNames, storedWithKeys } from "./export-references.ts";
import { exportedObject, type NameOf, told, unless } from "./exported-fields.ts";

type Fields = Record<string, unknown>;

/** The names that the file has for ids, and the site's settings for bodies. */
export interface ContentNames {
  readonly categories: ReadonlyMap<number, string>;
  readonly authors: ReadonlySet<string>;
  /** Keys of the seasons of all podcasts. */
  readonly seasons: ReadonlyMap<number, string>;
  /** Paths of pages. */
  readonly pages: ReadonlyMap<number, string>;
  readonly media: NamedMedia;
  readonly nameOf: NameOf;
  readonly features: readonly RichTextFeature[];
  readonly custom: CustomBlocks | undefined;
}

/** Without title and slug, and without fields that are empty. */
export const contentFields = (content: AnyContent, names: ContentNames): Fields => {
  const { title, slug, ...fields } = simpleFields(content, names, (field, said) => !isEmpty(field, said));
  return { ...fields, ...sectionFields(bodyOf(content), names) };
};

/** The fields in which a draft differs from the content below it. */
export const changedFields = (draft: AnyContent, main: AnyContent, names: ContentNames): Fields => {
  const before = simpleFields(main, names);
  const after = Object.entries(simpleFields(draft, names));
  const changed = after.filter(([name, value]) => !isDeepStrictEqual(value, before[name]));
  const sections = bodyOf(draft).filter((section) => {
    const former = bodyOf(main).find(({ type }) => type === section.type);
    return !isDeepStrictEqual(section, former);
  });
  return { ...Object.fromEntries(changed), ...sectionFields(sections, names) };
};

const blogAndPodcastFields = { ...blogFields, ...podcastFields };

/** Whether a file has a field that would say this. */
type IsKept = (field: ContentField, said: unknown) => boolean;

const simpleFields = (content: AnyContent, names: ContentNames, isKept: IsKept = () => true): Fields => ({
  ...exportedFields(pageFields, content, names, isKept),
  ...("introduction" in content && exportedFields(homeFields, content, names, isKept)),
  ...("description" in content && exportedFields(blogAndPodcastFields, content, names, isKept)),
  ...(isPostContent(content) && exportedFields(postFields, content, names, isKept)),
  ...(isStandaloneContent(content) &&
    exportedFields({ ...writtenFields, ...standaloneFields }, content, names, isKept)),
  ...(isEpisodeContent(content) && exportedFields(episodeFields, content, names, isKept)),
});

const exportedFields = (
  fields: Readonly<Record<string, ContentField>>,
  content: AnyContent,
  names: ContentNames,
  isKept: IsKept,
): Fields => {
  const exported = declared(fields).flatMap(([name, field, wire]) => {
    if (field.type === "body") return [];
    const value = content[name as keyof AnyContent] ?? emptyOf(field);
    const write = exports[field.type];
    const said = write ? write(value as never, names) : value;
    return isKept(field, said) ? [[wire, said]] : [];
  });
  return inManifestOrder(Object.fromEntries(exported));
};

/**
 * What a file says in place of a stored value, by the type of its field. What is gone counts as none.
 */
const exports: {
  readonly [Type in ContentType]?: (value: ContentValues[Type], names: ContentNames) => unknown;
} = {
  richText: (html, { pages }) => linksWithPaths(html, { pages }),
  podcast: (podcast, { nameOf }) =>
    podcast ? exportedObject(podcastDetailFields, podcast, nameOf, {}) : null,
  categories: (ids, { categories }) => ids.flatMap((id) => categories.get(id) ?? []),
  authors: (slugs, { authors }) => slugs.filter((slug) => authors.has(slug)),
  cover: (cover, { media: { keyOf } }) => {
    const image = cover ? keyOf("image", cover.id) : undefined;
    if (!cover || image === undefined) return null;
    return { image, ...(cover.altText !== "" && { alt_text: cover.altText }) };
  },
  pageId: (id, { pages }) => (id === null ? null : (pages.get(id) ?? null)),
  audio: (id, { media: { keyOf } }) => {
    const audio = id === null ? undefined : keyOf("audio", id);
    return audio === undefined ? null : { audio };
  },
  season: (id, { seasons }) => {
    const season = id === null ? undefined : seasons.get(id);
    return season === undefined ? null : { season };
  },
  persons: (persons, { nameOf }) => persons.map((person) => exportedObject(personFields, person, nameOf, {})),
  soundbites: (soundbites) =>
    soundbites.map(({ startSeconds, durationSeconds, title }) => ({
      ...{ start: chapterTime(startSeconds), duration: durationSeconds },
      ...unless("", { title }),
    })),
};

const bodyOf = (content: AnyContent): readonly Section[] => (isWrittenContent(content) ? content.body : []);

/** The sections in author form, or in stored form if the author form would not give the same again. */
const sectionFields = (sections: readonly Section[], names: ContentNames): Fields => {
  const fields: Fields = {};
  const stored: Record<string, readonly StoredBlock[]> = {};
  for (const { type, value } of sections) {
    const blocks = isSectionName(type) ? authorBlocks(type, value, names) : undefined;
    const declared = isSectionName(type) ? names.custom?.[type] : undefined;
    if (blocks) fields[type] = blocks;
    else stored[type] = storedWithKeys(value, declared, referenceNames(names));
  }
  return Object.keys(stored).length === 0 ? fields : { ...fields, stored_body: stored };
};

const referenceNames = ({ media: { keyOf }, pages }: ContentNames): ReferenceNames => ({ keyOf, pages });

const isSectionName = (name: string): name is SectionName =>
  (sectionNames as readonly string[]).includes(name);

const authorBlocks = (
  section: SectionName,
  stored: readonly StoredBlock[],
  names: ContentNames,
): readonly unknown[] | undefined => {
  const { features } = names;
  const { ids: media } = names.media;
  const blocks = readSection(section, stored, { media });
  const { blocks: rewritten, problems } = writeSection(blocks, {
    section,
    path: section,
    stored: null,
    features,
    media,
    newId: countedIds(),
    parts: partAllowance(),
  });
  const isSame = problems.length === 0 && isDeepStrictEqual(rewritten, stored);
  return isSame ? blocksWithKeys(blocks, referenceNames(names)) : undefined;
};

/** Comments of a post. Those that are answered have keys, by their places: ids are others elsewhere. */
export const exportedComments = (comments: readonly Comment[]): readonly Record<string, unknown>[] => {
  const answered = new Set(comments.map(({ parentId }) => parentId));
  const keys = new Map<number | null, string>();
  return comments.map((comment, index) => {
    const { id, parentId, moderation } = comment;
    const answerTo = keys.get(parentId);
    const key = answered.has(id) ? String(index + 1) : undefined;
    if (key !== undefined) keys.set(id, key);
    return told<Comment>({
      id: unless(undefined, { key }),
      parentId: unless(undefined, { answer_to: answerTo }),
      name: { name: comment.name },
      email: unless("", { email: comment.email }),
      title: unless("", { title: comment.title }),
      text: { body: comment.text },
      moderation: { moderation },
      removed: unless(undefined, { removed: comment.removed }),
      createdAt: { created_at: comment.createdAt },
      fromVisitor: unless(undefined, { from_visitor: comment.fromVisitor }),
      score: unless(undefined, { score: comment.score }),
    });
  });
};

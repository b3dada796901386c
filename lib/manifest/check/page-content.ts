import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import {
  replaceSection,
  type Section,
  type SectionName,
  type StoredBlock,
  sectionNames,
} from "#lib/blocks/sections.ts";
import { countedIds } from "#lib/manifest/counted-ids.ts";
import { newPageReferences, type PageIdOf } from "#lib/manifest/links/page-references.ts";
import { type MediaIdOf, newMediaReferences } from "#lib/manifest/media/media-references.ts";
import type { ManifestContent } from "#lib/manifest/page-schema.ts";
import type { Path, Report } from "#lib/manifest/problem.ts";
import type { PageNode } from "#lib/manifest/read/read-manifest.ts";
import { type IdOfName, readObject } from "#lib/manifest/read/read-object.ts";
import { distinctAliases } from "#lib/pages/addresses.ts";
import {
  type AnyContent,
  emptyPost,
  fieldsOfAll,
  fieldsOfKind,
  type PostContent,
  type SectionInput,
  withoutEmpty,
} from "#lib/pages/content.ts";
import type { ContentType } from "#lib/pages/content-fields.ts";
import { declared, emptyOf } from "#lib/pages/content-values.ts";
import { editedPost } from "#lib/pages/edit-post.ts";
import { canonicalLanguage } from "#lib/pages/language.ts";
import { personFields, podcastDetailFields } from "#lib/pages/podcast.ts";
import { mediaInPost, mediaProblems } from "#lib/pages/post-references.ts";
import { soundbitesInOrder } from "#lib/pages/soundbite.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import { type BodyReferences, blocksWithIds, storedWithIds } from "./body-with-ids.ts";

/** What becomes known only when the page is written. */
export interface ContentContext {
  readonly categoryId: (slug: string) => number;
  /** By the key of a season of the parent podcast. */
  readonly seasonId: (key: string) => number;
  /** The date of a post without a `visible_date`. */
  readonly visibleDate: string;
}

export interface PreparedContent {
  /** The public content; of a page that is not live, its first draft. */
  readonly main: (context: ContentContext) => AnyContent;
  /** The unpublished draft, if there is one. */
  readonly draft: ((context: ContentContext) => AnyContent) | undefined;
  /** The draft after the approved revision, if there is one. */
  readonly newerDraft: ((context: ContentContext) => AnyContent) | undefined;
}

type ContentFields = ManifestContent & {
  readonly title?: string | undefined;
  readonly slug?: string | undefined;
};

type StoredBlockFields = NonNullable<ManifestContent["stored_body"]>[string][number];

/** Prepares a page and its drafts by the editor API's rules, and reports what these refuse. */
export const prepareContent = (node: PageNode, rules: TextRules, report: Report): PreparedContent => {
  const own: ContentFields = node.value;
  const drafts: Readonly<Partial<Record<DraftName, ContentFields | undefined>>> = node.value;
  const text: TextContext = {
    ...{ report, features: rules.features, custom: rules.custom },
    media: newMediaReferences(rules.mediaIdOf, report),
    pages: newPageReferences(rules.pageIdOf, report),
  };
  const base = versionOn(blankVersion, { ...own, slug: node.slug }, node.at, text);
  const draftOn = (below: Version, name: DraftName): Version | undefined => {
    const draft = drafts[name];
    return draft && versionOn(below, draft, [...node.at, name], text);
  };
  const contentFrom = (version: Version) => (context: ContentContext) => contentOf(node, version, context);
  const draft = draftOn(base, "draft");
  const newerDraft = draftOn(draft ?? base, "newer_draft");
  return {
    main: contentFrom(base),
    draft: draft && contentFrom(draft),
    newerDraft: newerDraft && contentFrom(newerDraft),
  };
};

type DraftName = "draft" | "newer_draft";

/** One state of a page's content; each draft is based on the one before it. */
interface Version {
  /** The fields as contents name them, with ids in place of keys of media and paths of pages. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly body: readonly Section[];
}

const blankVersion: Version = { fields: {}, body: [] };

const versionOn = (below: Version, own: ContentFields, at: Path, text: TextContext): Version => {
  const said = declared(fieldsOfAll).flatMap(([name, { type }, wire]) => {
    const value = own[wire as keyof ContentFields];
    if (value === undefined || type === "body") return [];
    const read = value === null ? undefined : readers[type];
    const stored = read ? read(value as never, [...at, wire], text) : value;
    return stored === undefined ? [] : [[name, stored]];
  });
  const version = {
    fields: { ...below.fields, ...Object.fromEntries(said) },
    body: bodyOf(below.body, own, at, text),
  };
  const content = { ...emptyPost, ...version.fields, body: version.body };
  for (const { code, message } of mediaProblems(mediaInPost(content))) text.report(at, message, code);
  return version;
};

type Said<Field extends keyof ManifestContent> = NonNullable<ManifestContent[Field]>;

/** Reads values that name media or pages, by the type of their field; undefined for what is refused. */
const readers: {
  readonly [Type in ContentType]?: (said: never, at: Path, text: TextContext) => unknown;
} = {
  richText: (html: string, at, text) => richText(html, at, text),
  cover: (cover: Said<"cover_image">, at, { media }): PostContent["coverImage"] => ({
    id: media.idOf("image", cover, at, { others: ["alt_text"] }),
    altText: cover.alt_text ?? "",
  }),
  language: (tag: string) => canonicalLanguage(tag) ?? tag,
  pageId: (path: string, at, { pages }) => pages.idOf({ page: path }, at, "page"),
  audio: (audio: Said<"podcast_audio">, at, { media }) => media.idOf("audio", audio, at),
  podcast: (podcast: Said<"podcast">, at, text) =>
    readObject(podcastDetailFields, podcast, imageIdIn(text), at),
  persons: (persons: Said<"persons">, at, text) =>
    persons.map((person, index) => readObject(personFields, person, imageIdIn(text), [...at, index])),
  soundbites: (soundbites: Said<"soundbites">) =>
    soundbitesInOrder(
      soundbites.map(({ start, duration, title = "" }) => ({
        ...{ startSeconds: start, durationSeconds: duration, title },
      })),
    ),
};

const imageIdIn =
  ({ media }: TextContext): IdOfName =>
  (_, key, at) =>
    media.idOf("image", { image: key }, at);

/** Finishes values when the page is written, by the type of their field. */
const writers: {
  readonly [Type in ContentType]?: (value: never, context: ContentContext) => unknown;
} = {
  tags: (tags: readonly string[] = []) => [...new Set(tags)],
  categories: (slugs: readonly string[] = [], { categoryId }) => [...new Set(slugs)].map(categoryId),
  authors: (authors: readonly string[] = []) => [...new Set(authors)],
  aliases: (aliases: readonly string[] = []) => distinctAliases(aliases),
  season: (season: Said<"season"> | null | undefined, { seasonId }) =>
    season ? seasonId(season.season) : null,
};

const contentOf = (
  { kind, value }: PageNode,
  { fields, body }: Version,
  context: ContentContext,
): AnyContent => {
  const said: Readonly<Record<string, unknown>> = {
    title: value.title,
    visibleDate: context.visibleDate,
    ...fields,
    body,
  };
  const contents = declared<string>(fieldsOfKind[kind]).map(([name, field]) => {
    const write = writers[field.type];
    const written = write ? write(said[name] as never, context) : said[name];
    return [name, written ?? emptyOf(field)];
  });
  return withoutEmpty(Object.fromEntries(contents));
};

/** The ids for what pages name by key or path. */
export interface ReferencedIds {
  readonly mediaIdOf: MediaIdOf;
  readonly pageIdOf: PageIdOf;
}

export interface TextRules extends ReferencedIds {
  readonly features: readonly RichTextFeature[];
  /** Undefined if the site has none. */
  readonly custom: CustomBlocks | undefined;
}

interface TextContext extends BodyReferences {
  readonly features: readonly RichTextFeature[];
  readonly report: Report;
}

const richText = (
  html: string | undefined,
  at: Path,
  { features, report, pages }: TextContext,
): string | undefined => {
  if (html === undefined || html.trim() === "") return html?.trim();
  const result = sanitizeRichText(pages.inRichText(html, at), features);
  if ("html" in result) return result.html;
  report(at, result.problem.message, result.problem.code);
  return undefined;
};

/** The body with the given sections replaced. Stored blocks stay, but for media and pages that they name. */
const bodyOf = (
  base: readonly Section[],
  fields: ContentFields,
  at: Path,
  { features, report, ...references }: TextContext,
): readonly Section[] => {
  const stored = storedWithIds(fields.stored_body ?? {}, [...at, "stored_body"], references);
  const body = Object.entries(stored).reduce(withStoredSection, base);
  const inputOf = (section: SectionName): SectionInput | undefined => {
    const { [section]: blocks, [`${section}_markdown` as const]: markdown } = fields;
    if (blocks) return { blocks: blocksWithIds(blocks, section, [...at, section], references) };
    return markdown === undefined ? undefined : { markdown };
  };
  const inputs = { overview: inputOf("overview"), detail: inputOf("detail") };
  const { problems, result } = attempt(() => {
    const { custom, media } = references;
    const rules = { features, custom, media: media.used(), newId: countedIds() };
    return editedPost({ ...emptyPost, body }, inputs, { ...rules, categories: new Set(), authors: new Set() })
      .body;
  });
  for (const { path, message, code } of problems) report([...at, ...stepsOf(path)], message, code);
  return result ?? body;
};

const withStoredSection = (
  body: readonly Section[],
  [name, blocks]: readonly [string, readonly StoredBlockFields[]],
): readonly Section[] => {
  const value = blocks as readonly StoredBlock[];
  if (sectionNames.includes(name as SectionName)) return replaceSection(body, name as SectionName, value);
  if (!body.some(({ type }) => type === name)) return [...body, { type: name, value }];
  return body.map((section) => (section.type === name ? { ...section, value } : section));
};

const attempt = <Result>(act: () => Result) => {
  try {
    return { result: act(), problems: [] };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== "validation_error") throw error;
    return { result: undefined, problems: error.details.problems ?? [] };
  }
};

/** A path of the editor API as steps, such as `detail.0.value`. */
const stepsOf = (path: string): Path =>
  path.split(".").map((step) => (/^\d+$/.test(step) ? Number(step) : step));

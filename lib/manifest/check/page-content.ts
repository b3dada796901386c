import type { CustomBlocks } from "#lib/blocks/custom-block.ts";
import { replaceSection, type SectionName, sectionNames } from "#lib/blocks/sections.ts";
import type { Section, StoredBlock } from "#lib/blocks/stored.ts";
import { countedIds } from "#lib/manifest/counted-ids.ts";
import type { PageIdOf } from "#lib/manifest/links/page-ids.ts";
import { newPageReferences } from "#lib/manifest/links/page-references.ts";
import type { MediaIdOf } from "#lib/manifest/media/media-ids.ts";
import { type MediaReferences, newMediaReferences } from "#lib/manifest/media/media-references.ts";
import type { Path, Report } from "#lib/manifest/problem.ts";
import type { PageNode } from "#lib/manifest/read/read-manifest.ts";
import type { ManifestContent, ManifestPersons } from "#lib/manifest/schema.ts";
import { distinctAliases } from "#lib/pages/aliases.ts";
import {
  type AnyContent,
  type BlogContent,
  type EpisodeContent,
  episodeDefaults,
  type PageContent,
  type PostContent,
} from "#lib/pages/content.ts";
import { editedPost } from "#lib/pages/edit-post.ts";
import type { EveryField } from "#lib/pages/field-names.ts";
import type { Person } from "#lib/pages/person.ts";
import { type PodcastDetails, podcastDefaults } from "#lib/pages/podcast.ts";
import type { SectionInput } from "#lib/pages/post-fields.ts";
import { mediaInPost, mediaProblems } from "#lib/pages/post-media.ts";
import { withoutUndefined } from "#lib/pages/without-undefined.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import type { RichTextFeature } from "#lib/richtext/features.ts";
import { sanitizeRichText } from "#lib/richtext/sanitize.ts";
import { type BodyReferences, blocksWithIds, storedWithIds } from "./body-with-ids.ts";

/** What is known only when the page is written. */
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
  readonly fields: ContentFields;
  readonly coverImage: PostContent["coverImage"];
  readonly podcastAudio: EpisodeContent["podcastAudio"];
  /** Undefined where nothing is said of the podcast. */
  readonly podcast: PodcastDetails | undefined;
  /** Of an episode. */
  readonly persons: readonly Person[];
  readonly body: readonly Section[];
}

const blankVersion: Version = {
  fields: {},
  coverImage: null,
  podcastAudio: null,
  podcast: undefined,
  persons: [],
  body: [],
};

const versionOn = (below: Version, own: ContentFields, at: Path, text: TextContext): Version => {
  const description = richText(own.description, [...at, "description"], text);
  const coverImage = coverOf(own.cover_image, [...at, "cover_image"], text.media);
  const podcastAudio = audioOf(own.podcast_audio, [...at, "podcast_audio"], text.media);
  const podcast = podcastOf(own.podcast, [...at, "podcast"], text.media);
  const persons = own.persons && personsOf(own.persons, [...at, "persons"], text.media);
  const version = {
    fields: { ...below.fields, ...given(own), ...(description !== undefined && { description }) },
    coverImage: coverImage === undefined ? below.coverImage : coverImage,
    podcastAudio: podcastAudio === undefined ? below.podcastAudio : podcastAudio,
    podcast: own.podcast === undefined ? below.podcast : podcast,
    persons: persons ?? below.persons,
    body: bodyOf(below.body, own, at, text),
  };
  for (const { message } of mediaProblems(mediaInPost({ ...blankPost, ...version })))
    text.report(at, message);
  return version;
};

const coverOf = (
  cover: ContentFields["cover_image"],
  at: Path,
  media: MediaReferences,
): PostContent["coverImage"] | undefined =>
  cover && {
    id: media.idOf("image", cover, at, { others: ["alt_text"] }),
    altText: cover.alt_text ?? "",
  };

const audioOf = (
  audio: ContentFields["podcast_audio"],
  at: Path,
  media: MediaReferences,
): EpisodeContent["podcastAudio"] | undefined => audio && media.idOf("audio", audio, at);

const podcastOf = (
  podcast: ContentFields["podcast"],
  at: Path,
  media: MediaReferences,
): PodcastDetails | undefined => {
  if (!podcast) return undefined;
  const { artwork, persons = [], ...told } = podcast;
  const details = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
  return {
    ...podcastDefaults,
    ...details,
    artwork: artwork ? media.idOf("image", artwork, [...at, "artwork"]) : null,
    persons: personsOf(persons, [...at, "persons"], media),
  };
};

const personsOf = (persons: ManifestPersons, at: Path, media: MediaReferences): readonly Person[] =>
  persons.map(({ name, role = "", group = "", link = "", image }, index) => ({
    name,
    role,
    group,
    link,
    image: image ? media.idOf("image", image, [...at, index, "image"]) : null,
  }));

const contentOf = (
  { kind, value }: PageNode,
  { fields, coverImage, podcastAudio, podcast, persons, body }: Version,
  { categoryId, seasonId, visibleDate }: ContentContext,
): AnyContent => {
  const page: PageContent = {
    title: fields.title ?? value.title,
    slug: fields.slug ?? "",
    seoTitle: fields.seo_title ?? "",
    searchDescription: fields.search_description ?? "",
  };
  if (kind === "home") return page;
  if (kind === "blog" || kind === "podcast") {
    return withoutUndefined({
      ...page,
      description: fields.description ?? "",
      theme: fields.theme ?? null,
      podcast,
    } satisfies EveryField<BlogContent>);
  }
  const post: PostContent = withoutUndefined({
    ...page,
    visibleDate: fields.visible_date ?? visibleDate,
    tags: [...new Set(fields.tags)],
    categories: [...new Set(fields.categories)].map(categoryId),
    coverImage,
    body,
    authors: fields.authors?.length ? [...new Set(fields.authors)] : undefined,
    aliases: fields.aliases?.length ? distinctAliases(fields.aliases) : undefined,
    guid: fields.guid ?? undefined,
    source: fields.source ?? undefined,
  } satisfies EveryField<PostContent>);
  if (kind === "post") return post;
  const ofEpisode = withoutUndefined({
    podcastAudio,
    episodeNumber: fields.episode_number ?? episodeDefaults.episodeNumber,
    episodeType: fields.episode_type ?? episodeDefaults.episodeType,
    season: fields.season ? seasonId(fields.season.season) : episodeDefaults.season,
    keywords: fields.keywords ?? episodeDefaults.keywords,
    explicit: fields.explicit ?? episodeDefaults.explicit,
    block: fields.block ?? episodeDefaults.block,
    persons: persons.length > 0 ? persons : undefined,
  } satisfies EveryField<Omit<EpisodeContent, keyof PostContent>>);
  return { ...post, ...ofEpisode };
};

const given = (fields: ContentFields): ContentFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

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
  report(at, result.problem.message);
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
    return editedPost({ ...blankPost, body }, inputs, { ...rules, categories: new Set(), authors: new Set() })
      .body;
  });
  for (const { path, message } of problems) report([...at, ...stepsOf(path)], message);
  return result ?? body;
};

const blankPost: Omit<PostContent, "body"> = {
  title: "",
  slug: "",
  seoTitle: "",
  searchDescription: "",
  visibleDate: "",
  tags: [],
  categories: [],
  coverImage: null,
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

import type { EpisodeContent } from "#lib/pages/content.ts";
import type { FieldName } from "#lib/pages/field-names.ts";

/**
 * What `source.digest` says of the last save of a source: digests of the fields that the file has set, which
 * of the optional ones these are, and the revision that was the latest before; 0 for a new post.
 */
export interface SentDigest {
  /** All fields but the slug, which a renamed file changes. */
  readonly content: string;
  readonly slug: string;
  /** A bit for each of `optionalFields`. */
  readonly optional: number;
  readonly base: number;
  /** Of the fields with ids, where `content` has names of files and seasons. */
  readonly ids?: string | undefined;
}

/** Every save says these, and a file has no key for the last two. */
type NotOptional =
  | ("title" | "slug" | "tags" | "categories" | "search_description" | "detail")
  | ("source" | "persons");

type OptionalField = Exclude<FieldName<EpisodeContent>, NotOptional>;

/** The bits of fields that stay as they are if the file does not say them. Kept digests have them. */
const bits = {
  visible_date: 0,
  authors: 1,
  aliases: 2,
  cover_image: 3,
  podcast_audio: 4,
  season: 5,
  episode_number: 6,
  episode_type: 7,
  keywords: 8,
  explicit: 9,
  overview: 10,
  guid: 11,
  seo_title: 12,
  block: 13,
} as const satisfies Record<OptionalField, number>;

export const optionalFields = Object.keys(bits) as OptionalField[];

export const writeDigest = ({ content, slug, optional, base, ids }: SentDigest): string =>
  ["1", content, slug, optional.toString(36), base, ...(ids === undefined ? [] : [ids])].join(".");

/** Undefined for the digest of another client, or of another version. */
export const readDigest = (text: string): SentDigest | undefined => {
  const parts = /^1\.([\w-]{22})\.([\w-]{8})\.([0-9a-z]+)\.(\d+)(?:\.([\w-]{22}))?$/.exec(text);
  if (!parts) return undefined;
  const [, content = "", slug = "", optional = "", base, ids] = parts;
  return { content, slug, optional: Number.parseInt(optional, 36), base: Number(base), ids };
};

/** The optional fields that this folder, or a file by itself, said when the page was saved last. */
export const fieldsSentBy = (
  origin: { readonly name: string } | undefined,
  source: { readonly name: string; readonly digest: string } | undefined,
): readonly OptionalField[] => {
  const isOwn = source !== undefined && (!origin || origin.name === source.name);
  const sent = isOwn ? readDigest(source.digest) : undefined;
  return sent ? optionalFields.filter((_, index) => sent.optional & (1 << index)) : [];
};

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

/** Fields that stay as they are if the file does not say them. New ones go to the end. */
export const optionalFields = [
  ...(["visible_date", "authors", "aliases", "cover_image", "podcast_audio", "season"] as const),
  ...(["episode_number", "episode_type", "keywords", "explicit", "overview", "guid"] as const),
] as const;

export const writeDigest = ({ content, slug, optional, base, ids }: SentDigest): string =>
  ["1", content, slug, optional.toString(36), base, ...(ids === undefined ? [] : [ids])].join(".");

/** Undefined for the digest of another client, or of another version. */
export const readDigest = (text: string): SentDigest | undefined => {
  const parts = /^1\.([\w-]{22})\.([\w-]{8})\.([0-9a-z]+)\.(\d+)(?:\.([\w-]{22}))?$/.exec(text);
  if (!parts) return undefined;
  const [, content = "", slug = "", optional = "", base, ids] = parts;
  return { content, slug, optional: Number.parseInt(optional, 36), base: Number(base), ids };
};

type OptionalField = (typeof optionalFields)[number];

/** The optional fields that this folder, or a file by itself, said when the page was saved last. */
export const fieldsSentBy = (
  origin: { readonly name: string } | undefined,
  source: { readonly name: string; readonly digest: string } | undefined,
): readonly OptionalField[] => {
  const isOwn = source !== undefined && (!origin || origin.name === source.name);
  const sent = isOwn ? readDigest(source.digest) : undefined;
  return sent ? optionalFields.filter((_, index) => sent.optional & (1 << index)) : [];
};

import { createHash } from "node:crypto";
import { type IdOf, namedIn, withIds } from "#cli/publish/media/file-beside.ts";
import { digestedSayings } from "#cli/publish/media/said-of-media.ts";
import { parseInstant } from "#lib/instant.ts";
import type { PlannedPost, StoredPost } from "./plan.ts";

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
const optionalFields = [
  ...(["visible_date", "authors", "aliases", "cover_image", "podcast_audio", "season"] as const),
  ...(["episode_number", "episode_type", "keywords", "explicit"] as const),
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

/** What a file would send, as far as it does not depend on the stored post. */
export const digestOfFile = ({
  fields,
  said,
}: PlannedPost): Pick<SentDigest, "content" | "slug" | "optional"> => {
  const optional = optionalIn(fields);
  const content = contentDigest(fields, optional, digestedSayings(said));
  return { content, slug: slugDigest(fields.slug), optional };
};

/** A digest that tells later whether the post still says what was sent; with ids where the file has names. */
export const digestToSend = (planned: PlannedPost, base: number, idOf: IdOf): string => {
  const { fields, said } = planned;
  const isByIds = namedIn(fields).length > 0 || digestedSayings(said) !== undefined;
  const ids = isByIds ? contentDigest(withIds(fields, idOf), optionalIn(fields)) : undefined;
  return writeDigest({ ...digestOfFile(planned), base, ids });
};

const optionalIn = (fields: PlannedPost["fields"]): number =>
  optionalFields.reduce((bits, name, index) => (fields[name] === undefined ? bits : bits | (1 << index)), 0);

/** True if a stored post still says what was sent, whatever happened to its other fields. */
export const saysWhatWasSent = (stored: StoredPost, sent: SentDigest): boolean =>
  contentDigest({ authors: [], aliases: [], ...stored }, sent.optional) === (sent.ids ?? sent.content) &&
  slugDigest(stored.slug) === sent.slug;

const slugDigest = (slug: string): string => digestOf(slug).slice(0, 8);

type Content = Pick<StoredPost, "title" | "search_description"> & {
  readonly tags: readonly string[];
  readonly categories: readonly number[];
  readonly detail: readonly unknown[];
} & {
  readonly [Name in (typeof optionalFields)[number]]?: unknown;
};

const contentDigest = (content: Content, optional: number, sayings?: unknown): string => {
  const { title, tags, categories, search_description, detail, visible_date: date } = content;
  const said = optionalFields.filter((_, index) => optional & (1 << index));
  const chosen = {
    ...Object.fromEntries(said.map((name) => [name, content[name]])),
    ...(said.includes("visible_date") && { visible_date: parseInstant(String(date)) }),
  };
  // The order of tags and categories means nothing.
  const sets = { tags: [...tags].sort(), categories: [...categories].sort((one, other) => one - other) };
  return digestOf({ title, search_description, detail, ...sets, ...chosen, sayings }).slice(0, 22);
};

const digestOf = (value: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(inOrder(value)))
    .digest("base64url");

/** The same value with the keys of all objects in one order. */
const inOrder = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(inOrder);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, member]) => [key, inOrder(member)]),
  );
};

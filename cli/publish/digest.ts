import { createHash } from "node:crypto";
import { withoutIds } from "#cli/publish/body/children-ids.ts";
import { type IdOf, namedIn, withIds } from "#cli/publish/media/file-beside.ts";
import { digestedSayings } from "#cli/publish/media/said-of-media.ts";
import { parseInstant } from "#lib/instant.ts";
import { emptyOf } from "#lib/pages/content-values.ts";
import { optionalFields, optionalIn, type SentDigest, writeDigest } from "./digest-text.ts";
import { fieldsInFiles } from "./file-fields.ts";
import type { PlannedPost, StoredPost } from "./plan.ts";

/** A digest of what a file would send, as far as that does not depend on the stored post. */
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

/** Fields that a post does not show while they are empty. */
const emptyLists = Object.fromEntries(
  Object.entries(fieldsInFiles).flatMap(([name, { field }]) => {
    const empty = emptyOf(field);
    return Array.isArray(empty) ? [[name, empty]] : [];
  }),
);

/** What pages that are no posts never say. */
const ofPosts = { tags: [], categories: [] } as const;

/** True if a stored post still says what was sent, whatever happened to its other fields. */
export const saysWhatWasSent = (stored: StoredPost, sent: SentDigest): boolean =>
  contentDigest({ ...ofPosts, ...emptyLists, ...stored }, sent.optional) === (sent.ids ?? sent.content) &&
  slugDigest(stored.slug) === sent.slug;

const slugDigest = (slug: string): string => digestOf(slug).slice(0, 8);

type Content = Pick<StoredPost, "title" | "search_description"> & {
  readonly tags: readonly string[];
  readonly categories: readonly number[];
  readonly detail: readonly unknown[];
} & Readonly<Record<string, unknown>>;

const contentDigest = (content: Content, optional: number, sayings?: unknown): string => {
  const { title, tags, categories, search_description, detail, visible_date: date } = content;
  const said = optionalFields(optional);
  const chosen = {
    ...Object.fromEntries(said.map((name) => [name, content[name]])),
    ...(said.includes("overview") && { overview: withoutIds(content.overview) }),
    ...(said.includes("visible_date") && { visible_date: parseInstant(String(date)) }),
  };
  // The order of tags and categories means nothing.
  const sets = { tags: [...tags].sort(), categories: [...categories].sort((one, other) => one - other) };
  const shown = withoutIds(detail);
  return digestOf({ title, search_description, detail: shown, ...sets, ...chosen, sayings }).slice(0, 22);
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

import type { Imported, ImportedPost } from "#importers/imported.ts";
import { groupedBy, PlainError } from "#importers/lectern.ts";
import { type ImportNote, NotePlace } from "#importers/notes.ts";
import { instantOf, Names, plainTextOf, printedValue, summaryFrom } from "#importers/reading/texts.ts";
import { lexicalHtml } from "./lexical-html.ts";
import { mobiledocHtml } from "./mobiledoc-html.ts";

type Row = Readonly<Record<string, unknown>>;

/** Columns that are read, or that say nothing of the content. */
const ownColumns = new Set(
  "id meta_title uuid title slug html plaintext mobiledoc lexical comment_id feature_image type status visibility created_at updated_at published_at custom_excerpt created_by updated_by published_by author_id locale email_recipient_filter newsletter_id show_title_and_feature_image".split(
    " ",
  ),
);

const ownMeta = new Set("id post_id meta_title meta_description feature_image_alt email_only".split(" "));

/** Reads an export of Ghost. `site` is where the old site is, which the export does not say. */
export const readGhost = (name: string, text: string, site: string | undefined): Imported => {
  const notes: ImportNote[] = [];
  const file = new NotePlace(notes, name);
  const tables = tablesIn(name, text);
  const rows = (table: string): readonly Row[] => rowsIn(tables[table]);
  const settings = new Map(rows("settings").map(({ key, value }) => [key, textOfCell(value)]));
  const address = site?.replace(/\/+$/, "");
  const authors = new Names();
  const context: GhostExport = {
    ...{ file, address, authors },
    metaOf: new Map(rows("posts_meta").map((row) => [row.post_id, row])),
    tagsOf: linked(rows("posts_tags"), "tag_id", rows("tags")),
    authorsOf: linked(rows("posts_authors"), "author_id", rows("users")),
    usersById: groupedBy(rows("users"), ({ id }) => id),
  };
  const posts = rows("posts").map((row) => postOf(row, context));
  noteTables(tables, file);
  return {
    site: {
      title: settings.get("title") || "Untitled",
      description: settings.get("description") ?? "",
      address,
      isPodcast: false,
      feedPaths: ["/rss/"],
      categories: [],
      authors: authors.all,
      seasons: [],
    },
    posts,
    notes,
    // Smaller copies are below /size/w600/ and the like.
    originalOf: (picture) =>
      picture.replace(/\/content\/images\/size\/w\d+(?:h\d+)?(?:\/format\/\w+)?\//, "/content/images/"),
  };
};

const rowsIn = (table: unknown): readonly Row[] =>
  Array.isArray(table) ? table.filter((row) => typeof row === "object" && row !== null) : [];

/** Tables that posts are made of, or that say nothing of the content. */
const ownTables = new Set(
  "posts posts_meta posts_tags posts_authors tags users settings roles roles_users permissions permissions_roles permissions_users migrations migrations_lock sessions brute actions mobiledoc_revisions post_revisions tokens invites integrations api_keys jobs suppressions email_spam_complaint_events".split(
    " ",
  ),
);

/** Columns and settings that people have written. Others hold passwords and keys, which nothing prints. */
const written = {
  tags: "description feature_image parent_id meta_title meta_description og_image og_title og_description twitter_image twitter_title twitter_description codeinjection_head codeinjection_foot canonical_url accent_color",
  users:
    "bio website location profile_image cover_image facebook twitter threads bluesky mastodon tiktok youtube instagram linkedin meta_title meta_description",
  settings:
    "logo icon cover_image accent_color lang locale timezone navigation secondary_navigation facebook twitter meta_title meta_description og_image og_title og_description twitter_image twitter_title twitter_description codeinjection_head codeinjection_foot",
} as const;

const noteTables = (tables: Tables, place: NotePlace): void => {
  for (const [table, label] of [
    ["tags", "tag"],
    ["users", "author"],
  ] as const)
    for (const row of rowsIn(tables[table]))
      for (const column of written[table].split(" "))
        if (row[column])
          place.note("category", `${label} ${textOfCell(row.name)}: ${column} ${printedValue(row[column])}`);
  const settings = new Set(written.settings.split(" "));
  for (const { key, value } of rowsIn(tables.settings))
    if (typeof key === "string" && settings.has(key) && value)
      place.note("setting", `${key}: ${printedValue(value)}`);
  for (const [table, rows] of Object.entries(tables)) {
    const count = ownTables.has(table) ? 0 : rowsIn(rows).length;
    if (count > 0) place.note("post_type", `table ${table}: ${count} rows`);
  }
};

type Tables = Readonly<Record<string, unknown>>;

const tablesIn = (name: string, text: string): Tables => {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch (error) {
    throw new PlainError(`${name} is not JSON: ${(error as Error).message}`);
  }
  const { db, data } = (read ?? {}) as { db?: { data?: unknown }[]; data?: unknown };
  const tables = db?.[0]?.data ?? data;
  if (typeof tables === "object" && tables !== null && "posts" in tables) return tables as Tables;
  throw new PlainError(`${name} is no export of Ghost: it has no posts.`);
};

interface GhostExport {
  readonly file: NotePlace;
  readonly address: string | undefined;
  readonly authors: Names;
  /** By the ids of posts. */
  readonly metaOf: ReadonlyMap<unknown, Row>;
  readonly tagsOf: ReadonlyMap<unknown, readonly Row[]>;
  readonly authorsOf: ReadonlyMap<unknown, readonly Row[]>;
  /** Exports of former versions name one author in the post itself. */
  readonly usersById: ReadonlyMap<unknown, readonly Row[]>;
}

const textOfCell = (cell: unknown): string => (typeof cell === "string" ? cell : "");

const postOf = (
  row: Row,
  { file, address, authors, metaOf, tagsOf, authorsOf, usersById }: GhostExport,
): ImportedPost => {
  const title = textOfCell(row.title) || "Untitled";
  const place = file.at(null, title);
  const meta = metaOf.get(row.id) ?? {};
  for (const [key, value] of [...Object.entries(row), ...Object.entries(meta)])
    if (value && !ownColumns.has(key) && !ownMeta.has(key))
      place.note("field", `${key}: ${printedValue(value)}`);
  const whole = (text: string): string => text.replaceAll("__GHOST_URL__", address ?? "__GHOST_URL__");
  const isPage = row.type === "page" || row.page === 1 || row.page === true;
  const html = whole(htmlOf(row, place) ?? "");
  const slug = textOfCell(row.slug);
  const date = textOfCell(row.published_at) || (row.status === "draft" ? "" : textOfCell(row.created_at));
  const excerpt = textOfCell(row.custom_excerpt) || textOfCell(meta.meta_description);
  const publishedAt = date === "" ? undefined : instantOf(date, place);
  const tags = (tagsOf.get(row.id) ?? []).map(({ name }) => textOfCell(name));
  for (const tag of tags) if (tag.startsWith("#")) place.note("field", `internal tag: ${tag}`);
  return {
    place,
    identity: `ghost ${String(row.id)}`,
    ...(isPage && { folder: "pages" as const }),
    slug,
    fallbackSlug: `post-${String(row.id)}`,
    addresses: slug === "" ? [] : [`${address ?? "http://localhost"}/${slug}/`],
    fields: {
      title,
      date: publishedAt,
      draft: isDraft(
        row,
        {
          isEmail: Boolean(meta.email_only),
          isUnreadable: html === "" && hasText(row),
          isDated: date === "" || publishedAt !== undefined,
        },
        place,
      ),
      summary: excerpt === "" ? undefined : summaryFrom(excerpt),
      seo_title: plainTextOf(textOfCell(meta.meta_title ?? row.meta_title)) || undefined,
      tags: tags.filter((tag) => !tag.startsWith("#")),
      authors: (authorsOf.get(row.id) ?? usersById.get(row.author_id) ?? []).map((author) =>
        authors.slugOf(textOfCell(author.name), textOfCell(author.slug)),
      ),
      guid: String(row.id),
      cover_alt: plainTextOf(textOfCell(meta.feature_image_alt)) || undefined,
    },
    body: { kind: "html", detail: html, place, base: address === undefined ? "" : `${address}/${slug}/` },
    files: { cover: whole(textOfCell(row.feature_image)) || undefined },
  };
};

const hasText = ({ html, lexical, mobiledoc }: Row): boolean => Boolean(html || lexical || mobiledoc);

/** The text: Ghost writes HTML for most posts, and else what its editors keep. */
const htmlOf = (row: Row, place: NotePlace): string | undefined => {
  const written = textOfCell(row.html);
  if (written !== "" || !hasText(row)) return written;
  const html = lexicalHtml(textOfCell(row.lexical), place) ?? mobiledocHtml(textOfCell(row.mobiledoc), place);
  if (!html) place.note("element", "the text, of which the export has no HTML");
  return html;
};

interface DraftReasons {
  readonly isEmail: boolean;
  /** There is a text, but nothing of it can be read. */
  readonly isUnreadable: boolean;
  readonly isDated: boolean;
}

const isDraft = (
  { status, visibility, published_at: publishedAt }: Row,
  { isEmail, isUnreadable, isDated }: DraftReasons,
  place: NotePlace,
): boolean => {
  const isLimited = (visibility ?? "public") !== "public";
  const hasTime = !Number.isNaN(Date.parse(textOfCell(publishedAt)));
  const isPublic = status === "published" || status === undefined || (status === "scheduled" && hasTime);
  if (isLimited) place.note("private", `visible to ${printedValue(visibility)}`);
  if (!isPublic) place.note("status", status === "scheduled" ? "scheduled, without a time" : String(status));
  else if (isEmail) place.note("status", "sent by email only");
  else if (isUnreadable) place.note("status", "draft, because of its text");
  else if (!isDated) place.note("status", "draft, because of its date");
  return isLimited || !isPublic || isEmail || isUnreadable || !isDated;
};

/** The rows that a table of pairs links to posts, by the posts' ids, in its order. */
const linked = (
  pairs: readonly Row[],
  column: string,
  targets: readonly Row[],
): ReadonlyMap<unknown, readonly Row[]> => {
  const byId = new Map(targets.map((row) => [row.id, row]));
  const ordered = pairs
    .toSorted((one, other) => Number(one.sort_order ?? 0) - Number(other.sort_order ?? 0))
    .flatMap((pair) => {
      const target = byId.get(pair[column]);
      return target ? [{ post: pair.post_id, target }] : [];
    });
  const byPost = groupedBy(ordered, ({ post }) => post);
  return new Map([...byPost].map(([post, found]) => [post, found.map(({ target }) => target)]));
};

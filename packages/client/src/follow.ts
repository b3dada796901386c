import { builderFields } from "./builder-fields.ts";
import type { Connection } from "./connection.ts";
import { notLectern, readPage, readPages } from "./pages.ts";
import { Refusal } from "./refusal.ts";
import type { FollowedBy, FollowedPage, Page } from "./shown-page.ts";

export interface FollowOptions extends FollowedBy {
  /**
   * The position of the copy: the last `cursor` that it got. Without one, all pages are told. Changes are
   * told for strangers only, so a copy of what a token's owner may view is current only without a cursor.
   */
  readonly cursor?: string | null | undefined;
  /** The types of pages to follow: `site.Post` and `site.Episode` by default. Subtypes do not count. */
  readonly types?: readonly string[] | undefined;
  /** The fields of pages: by default all, with those for builders of sites. The id and `digest` are added to others. */
  readonly fields?: string | undefined;
  /** The digest that the copy has of a page. A page whose digest is the same is not told again. */
  readonly digestOf?: (id: number) => string | undefined;
}

/**
 * A step of a copy. `reset`: empty the copy, because it is new or too old to be continued. `page`: put the
 * page in, or in the place of what is there. `gone`: take the page out. `cursor`: the copy is as current as
 * this; store it with the pages.
 */
export type SiteStep<Followed = FollowedPage> =
  | { readonly kind: "reset" }
  | { readonly kind: "page"; readonly page: Followed }
  | { readonly kind: "gone"; readonly id: number }
  | { readonly kind: "cursor"; readonly cursor: string };

interface Following {
  readonly connection: Connection;
  readonly types: readonly string[];
  readonly fields: string;
  readonly digestOf: (id: number) => string | undefined;
}

type Changes = Awaited<ReturnType<typeof changesSince>>;

/** The changed pages that are read at once. */
const lanes = 4;

/** The fields, with id and digest. */
const followedFields = (fields: string): string => {
  const names = fields.split(",");
  const missing = [...(names[0] === "_" ? ["id"] : []), "digest"].filter((name) => !names.includes(name));
  return [...names, ...missing].join(",");
};

/** The steps that make a copy current. It ends when the copy is; call it again for what happens later. */
export async function* followSite(
  connection: Connection,
  options: FollowOptions = {},
): AsyncGenerator<SiteStep, void, undefined> {
  const { cursor, types = ["site.Post", "site.Episode"], fields = builderFields, digestOf } = options;
  const following = {
    connection,
    types,
    fields: followedFields(fields),
    digestOf: digestOf ?? (() => undefined),
  };
  if (cursor) {
    try {
      yield* stepsSince(cursor, following);
      return;
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "cursor_expired") throw error;
    }
  }
  yield* allSteps(following);
}

/**
 * Gives all pages. The cursor is read first, so that changes in the meantime come afterwards. A page that
 * goes away moves those behind it to the front, past the reader: then the list is read once more.
 */
async function* allSteps(following: Following): AsyncGenerator<SiteStep, void, undefined> {
  const { connection, types, fields } = following;
  let { cursor } = await changesSince(undefined, connection);
  yield { kind: "reset" };
  const told = new Set<number>();
  for (const type of types)
    for await (const page of followed(readPages(connection, listOf(type, fields)))) {
      told.add(page.id);
      yield { kind: "page", page };
    }
  for (let isShifted = true; isShifted; ) {
    isShifted = false;
    for (let more = true; more; ) {
      const changes = await changesSince(cursor, connection);
      yield* stepsOf(changes, following);
      isShifted ||= changes.results.some(({ digest }) => digest === null);
      ({ cursor, more } = changes);
    }
    if (isShifted) yield* untoldSteps(told, following);
  }
  yield { kind: "cursor", cursor };
}

/** Reads the ids alone, and tells the pages that were missed. */
async function* untoldSteps(
  told: Set<number>,
  { connection, types, fields }: Following,
): AsyncGenerator<SiteStep, void, undefined> {
  for (const type of types)
    for await (const { id } of followed(readPages(connection, listOf(type, "_,id")))) {
      const page = told.has(id) ? undefined : await readFollowed(id, { connection, fields });
      told.add(id);
      if (page) yield { kind: "page", page };
    }
}

async function* stepsSince(since: string, following: Following): AsyncGenerator<SiteStep, void, undefined> {
  for (let cursor = since, more = true; more; ) {
    const changes = await changesSince(cursor, following.connection);
    yield* stepsOf(changes, following);
    ({ cursor, more } = changes);
    yield { kind: "cursor", cursor };
  }
}

async function* stepsOf(
  { results }: Changes,
  { connection, types, fields, digestOf }: Following,
): AsyncGenerator<SiteStep, void, undefined> {
  const news = results.filter(({ id, type, digest }) => types.includes(type) && digest !== digestOf(id));
  for (let start = 0; start < news.length; start += lanes) {
    const some = news.slice(start, start + lanes);
    const read = ({ id, digest }: Changes["results"][number]) =>
      digest === null ? undefined : readFollowed(id, { connection, fields });
    const pages = await Promise.all(some.map(read));
    for (const [index, { id }] of some.entries()) {
      const page = pages[index];
      yield page ? { kind: "page", page } : { kind: "gone", id };
    }
  }
}

/** All pages of exactly this type. */
const listOf = (type: string, fields: string) => ({ type, exact_type: true, fields, order: "id" }) as const;

/** These fields are among those that were asked for. */
const followed = (pages: AsyncIterable<Page>) => pages as AsyncIterable<FollowedPage>;

const readFollowed = async (id: number, { connection, fields }: Pick<Following, "connection" | "fields">) =>
  (await readPage(connection, id, { fields })) as FollowedPage | undefined;

const changesSince = async (cursor: string | undefined, { request }: Connection) => {
  const changes = await request("get", "/api/changes/", { query: cursor === undefined ? {} : { cursor } });
  if (!Array.isArray(changes.results) || typeof changes.cursor !== "string") throw notLectern();
  return changes;
};

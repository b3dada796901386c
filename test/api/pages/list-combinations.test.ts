// Proves contract rules: list-order, type-filter, tree-filters, field-filters.

import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { publishEpisode } from "#lib/routes/editor-posts.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { call } from "#test/support/call.ts";
import { createEpisodeDraft } from "#test/support/episodes.ts";
import { makeAudio } from "#test/support/media.ts";
import { createDraft, createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();

/** A page as its item shows it. */
interface Shown {
  readonly id: number;
  readonly title: string;
  readonly visible_date?: string;
  readonly meta: {
    readonly type: string;
    readonly slug: string;
    readonly seo_title: string;
    readonly show_in_menus: boolean;
    readonly first_published_at: string;
    readonly parent: { readonly id: number } | null;
  };
}

/** Every page of the site, in tree order. */
let pages: readonly Shown[];

beforeAll(async () => {
  const audio = await makeAudio();
  for (let index = 0; index < 8; index++) {
    const parent = index % 2 === 0 ? world.notes : world.calls;
    const fields = { title: `Title ${index % 3}`, seo_title: index % 4 === 0 ? "Seen" : "" };
    const { id } = await createLivePost(parent, {
      ...fields,
      visible_date: `2026-01-0${1 + ((index * 5) % 8)}`,
    });
    if (index % 3 === 0) await setPageProperties(id, { showInMenus: true });
  }
  const episode = await createEpisodeDraft(world.calls, {
    title: "Title 1",
    podcast_audio: { id: audio.id },
  });
  await call(publishEpisode, { as: "ada", params: { id: episode.id } });
  await createDraft(world.notes);
  const { body } = await call(listPages, { query: "limit=200&fields=_,id" });
  pages = await Promise.all(
    body.results.map(async ({ id }: Shown) => (await call(readLivePage, { params: { id } })).body),
  );
});

const pageIds = () => fc.constantFrom(...pages.map(({ id }) => id));
const maybe = (values: fc.Arbitrary<unknown>) => fc.option(values, { nil: undefined, freq: 2 });

/** Parameters that can be combined freely. */
const parameters = () => ({
  type: maybe(
    fc.constantFrom("site.Post", "site.Episode", "site.Blog", "site.Podcast,site.HomePage", "site.Page"),
  ),
  slug: maybe(fc.constantFrom(...pages.map(({ meta }) => meta.slug))),
  title: maybe(fc.constantFrom("Title 0", "Title 1", "Nothing")),
  seo_title: maybe(fc.constantFrom("Seen", "")),
  show_in_menus: maybe(fc.constantFrom("true", "false")),
  id: maybe(pageIds()),
  order: maybe(fc.constantFrom("title", "-title", "-id", "first_published_at", "title,-id", "-seo_title,id")),
  limit: maybe(fc.nat({ max: 12 })),
  offset: maybe(fc.nat({ max: 12 })),
});

/** At most one filter by the tree: they exclude each other. */
const place = () =>
  fc.oneof(
    fc.constant({}),
    pageIds().map((child_of) => ({ child_of })),
    pageIds().map((descendant_of) => ({ descendant_of })),
    pageIds().map((ancestor_of) => ({ ancestor_of })),
  );

type Query = Readonly<Record<string, string | number | undefined>>;

const supertypes: Readonly<Record<string, readonly string[]>> = {
  "site.Post": ["site.Post", "site.Page"],
  "site.Episode": ["site.Episode", "site.Post", "site.Page"],
  "site.Blog": ["site.Blog", "site.Page"],
  "site.Podcast": ["site.Podcast", "site.Blog", "site.Page"],
  "site.HomePage": ["site.HomePage", "site.Page"],
};

const idsAbove = (page: Shown): number[] => {
  const parent = pages.find(({ id }) => id === page.meta.parent?.id);
  return parent ? [parent.id, ...idsAbove(parent)] : [];
};

const matches = (page: Shown, query: Query): boolean => {
  const { type, child_of, descendant_of, ancestor_of } = query;
  const shown: Query = {
    ...{ id: page.id, title: page.title, slug: page.meta.slug, seo_title: page.meta.seo_title },
    show_in_menus: String(page.meta.show_in_menus),
  };
  const wanted = Object.keys(shown).filter((name) => query[name] !== undefined);
  if (wanted.some((name) => query[name] !== shown[name])) return false;
  if (
    type &&
    !String(type)
      .split(",")
      .some((one) => supertypes[page.meta.type]?.includes(one))
  )
    return false;
  if (child_of && page.meta.parent?.id !== child_of) return false;
  if (descendant_of && !idsAbove(page).includes(Number(descendant_of))) return false;
  const below = pages.find(({ id }) => id === ancestor_of);
  return !ancestor_of || (below !== undefined && idsAbove(below).includes(page.id));
};

const sortValueOf = (page: Shown, field: string): string | number =>
  field === "id" ? page.id : field === "title" ? page.title : String(page.meta[field as "slug"]);

const sorted = (found: readonly Shown[], order: string | undefined): Shown[] => {
  if (!order) return [...found];
  const keys = order
    .split(",")
    .map((key) => ({ field: key.replace("-", ""), sign: key.startsWith("-") ? -1 : 1 }));
  const ties = { field: "id", sign: keys[0]!.sign };
  return found.toSorted((one, other) => {
    for (const { field, sign } of [...keys, ties]) {
      const [a, b] = [sortValueOf(one, field), sortValueOf(other, field)];
      if (a !== b) return a < b ? -sign : sign;
    }
    return 0;
  });
};

test("every combination of parameters lists what each of them says", async () => {
  await fc.assert(
    fc.asyncProperty(fc.record(parameters()), place(), async (single, tree) => {
      const query = { ...single, ...tree } as Query;
      const given = Object.entries(query).filter(([, value]) => value !== undefined);
      const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
      const { status, body } = await call(listPages, { query: text.toString() });
      const found = sorted(
        pages.filter((page) => matches(page, query)),
        query.order as string | undefined,
      );
      const offset = Number(query.offset ?? 0);
      const window = found.slice(offset, offset + Number(query.limit ?? 40));
      expect({ status, count: body.count, ids: body.results?.map(({ id }: Shown) => id) }).toEqual({
        status: 200,
        count: found.length,
        ids: window.map(({ id }) => id),
      });
    }),
    { numRuns: 300 },
  );
});

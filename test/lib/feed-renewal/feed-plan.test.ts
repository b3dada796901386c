// Proves contract rules: blog-feeds, feed-archives.

import fc from "fast-check";
import { expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import { type Chunk, chunksOf } from "#lib/feed-renewal/feed-plan.ts";
import { listingWith } from "#test/lib/catalog/listings.ts";

const blog = listingWith({ id: 3, parentId: 2 });
const site = [
  listingWith({ id: 1, parentId: null, kind: "root" }),
  listingWith({ id: 2, parentId: 1, kind: "home" }),
  blog,
];
const firstId = 4;

interface Post {
  readonly id: number;
  /** When it was published first, and the date that it says: in days of 2026, and of 2000. */
  readonly publishedOn: number;
  readonly date: number;
  readonly live: boolean;
}

const dayOf = (year: number, days: number): string =>
  new Date(Date.UTC(year, 0, 1) + days * 86_400_000).toISOString();

/** A blog in a catalog, and all posts that it ever had, in the order of their first publication. */
const blogInCatalog = () => {
  const catalog = new Catalog(":memory:");
  catalog.apply(site.map((listing) => ({ kind: "page", id: listing.id, version: 1, listing })));
  const posts: Post[] = [];
  let version = 1;
  const put = (post: Post): void => {
    posts[post.id - firstId] = post;
    const { id, publishedOn, date, live } = post;
    const listing = listingWith({
      ...{ id, parentId: blog.id, kind: "post", version: ++version, live },
      ...{ liveRevisionId: live ? 1 : null, firstPublishedAt: dayOf(2026, publishedOn) },
      ...{ visibleDate: dayOf(2000, date), tags: [], tagSlugs: [], categories: [] },
    });
    catalog.apply([{ kind: "page", id, version, listing }]);
  };
  return {
    posts: (): readonly Post[] => posts,
    publish: (date: number) =>
      put({ id: posts.length + firstId, publishedOn: posts.length, date, live: true }),
    set: (post: Post, live: boolean) => put({ ...post, live }),
    chunks: (): readonly Chunk[] => chunksOf(catalog, blog),
  };
};

const archivesIn = (chunks: readonly Chunk[]) => chunks.slice(0, -1).map(({ postIds }) => [...postIds]);
const currentIn = (chunks: readonly Chunk[]) => [...chunks.at(-1)!.postIds];
const newestByDate = (posts: readonly Post[]) =>
  posts.toSorted((one, other) => other.date - one.date || other.id - one.id).map(({ id }) => id);

test("an old post that is published after newer ones stands behind them", () => {
  const { publish, chunks } = blogInCatalog();
  for (const date of [2020, 2001, 2024, 2010]) publish(date);
  expect(currentIn(chunks())).toEqual([6, 4, 7, 5]);
});

test("a post that no archive has is in the current document, however old its date is", () => {
  const { publish, chunks } = blogInCatalog();
  for (let date = 100; date < 199; date++) publish(date);
  publish(1);
  publish(2);
  expect(archivesIn(chunks())).toHaveLength(2);
  // Page 104 is the 101st post, with the date 2. The newest archived ones are before it.
  expect(currentIn(chunks())).toEqual([...Array.from({ length: 49 }, (_, index) => 102 - index), 104]);
});

const step = fc.oneof(
  fc.record({ publish: fc.array(fc.nat({ max: 500 }), { minLength: 1, maxLength: 60 }) }),
  fc.record({ withdraw: fc.array(fc.nat(), { minLength: 1, maxLength: 20 }) }),
  fc.record({ publishAgain: fc.array(fc.nat(), { minLength: 1, maxLength: 20 }) }),
);

test("archives and the current document have every public post after any history, and full archives stay", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 10 }), (history) => {
      const { posts, publish, set, chunks } = blogInCatalog();
      for (const taken of history) {
        const before = archivesIn(chunks());
        if ("publish" in taken) for (const date of taken.publish) publish(date);
        for (const choice of "withdraw" in taken ? taken.withdraw : [])
          if (posts().length > 0) set(posts()[choice % posts().length]!, false);
        for (const choice of "publishAgain" in taken ? taken.publishAgain : [])
          if (posts().length > 0) set(posts()[choice % posts().length]!, true);

        const live = posts().filter((post) => post.live);
        const [archives, current] = [archivesIn(chunks()), currentIn(chunks())];
        if ("publish" in taken) expect(archives.slice(0, before.length)).toEqual(before);
        for (const archive of archives) expect(archive).toHaveLength(50);
        const archived = archives.flatMap((archive) => archive.toReversed());
        expect(archived).toEqual(live.slice(0, archived.length).map(({ id }) => id));

        const unarchived = live.slice(archived.length).map(({ id }) => id);
        expect(unarchived.length).toBeLessThanOrEqual(50);
        expect(current).toHaveLength(Math.min(50, live.length));
        expect(current).toEqual(expect.arrayContaining(unarchived));
        expect(current).toEqual(newestByDate(live.filter(({ id }) => current.includes(id))));
        const others = current.filter((id) => !unarchived.includes(id));
        const oldest = newestByDate(live).filter((id) => !unarchived.includes(id));
        expect(others).toEqual(oldest.slice(0, others.length));
      }
    }),
    { numRuns: 60 },
  );
});

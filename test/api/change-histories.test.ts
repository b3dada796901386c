// Proves contract rules: change-reach, change-entries.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createPage } from "#lib/actions/pages/create-page.ts";
import { publishPage, publishScheduledPage } from "#lib/actions/pages/publish-page.ts";
import { binPage, deleteLonePage } from "#lib/actions/pages/remove-page.ts";
import { restorePage } from "#lib/actions/pages/restore-page.ts";
import { saveDraft } from "#lib/actions/pages/save-draft.ts";
import { schedulePage } from "#lib/actions/pages/schedule-page.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { unpublishPage } from "#lib/actions/pages/unpublish-page.ts";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { cursorNow, followChanges } from "#lib/catalog/changes/follow-changes.ts";
import { catalogNow } from "#lib/catalog/current/current-catalog.ts";
import type { PostContent } from "#lib/pages/content.ts";
import { cursorFrom, cursorText } from "#lib/queries/change-query.ts";
import { typeOf } from "#lib/queries/page-types.ts";
import { type EditablePage, readPages } from "#lib/store/pages.ts";
import { type ChangeEntry, ChangeFollower, readAll, readAsStranger } from "#test/support/change-follower.ts";
import { makeImage } from "#test/support/media.ts";
import { createLivePost, freshSlug, useWorld } from "#test/support/world.ts";

/**
 * Random histories of everything that alters what strangers read, by eight writers at once, beside builders
 * that follow, some of them in small answers and small parts of the log. In the end each of them has to have
 * what a full read gives, whenever it joined.
 */
const world = useWorld();

class NotNow extends Error {}

/** Ends an action that the page's state does not permit. */
const permitIf = (allows: (page: EditablePage["page"]) => boolean) => (current: EditablePage | undefined) => {
  if (!current?.latest || !allows(current.page)) throw new NotNow();
};

const always = permitIf(() => true);

const body = (linked: number, image: number): PostContent["body"] => [
  {
    type: "overview",
    value: [
      { type: "image", value: image },
      { type: "paragraph", value: `<p><a linktype="page" id="${linked}">there</a></p>` },
    ],
  },
];

interface Scene {
  readonly posts: number[];
  readonly images: readonly number[];
}

type Act = (scene: Scene, pick: number, variant: number) => Promise<unknown>;

const of = (ids: readonly number[], pick: number): number => ids[pick % ids.length]!;

const retitle = (id: number, title: string) =>
  saveDraft(id, {
    permit: always,
    authorId: null,
    change: (latest) => ({ ...latest, title }),
  });

const republish = (id: number) => publishPage(id, { permit: always, publisherId: null });

const blogs = () => [world.notes, world.calls, world.home];

const acts: Readonly<Record<string, Act>> = {
  create: async ({ posts, images }, pick, variant) => {
    if (posts.length > 6) return;
    const content: PostContent = {
      title: `Post ${variant}`,
      slug: freshSlug(),
      seoTitle: "",
      searchDescription: "",
      visibleDate: "2026-01-01T00:00:00.000Z",
      tags: [],
      categories: variant % 2 ? [world.birds] : [],
      coverImage: null,
      body: body(of(posts, variant), of(images, pick)),
    };
    const parent = of(blogs().slice(0, 2), pick);
    const { page } = await createPage(parent, () => ({ kind: "post", content, ownerId: null }));
    posts.push(page.id);
    await republish(page.id);
  },
  update: async ({ posts }, pick, variant) => {
    await retitle(of(posts, pick), `Title ${variant}`);
    await republish(of(posts, pick));
  },
  draft: ({ posts }, pick, variant) => retitle(of(posts, pick), `Draft ${variant}`),
  publish: ({ posts }, pick) => republish(of(posts, pick)),
  unpublish: ({ posts }, pick) => unpublishPage(of(posts, pick), { permit: permitIf(({ live }) => live) }),
  delete: ({ posts }, pick) => deleteLonePage(of(posts, pick)),
  bin: ({ posts }, pick) => binPage(of(posts, pick), { permit: always }),
  restore: ({ posts }, pick) =>
    restorePage(of(posts, pick), {
      userId: null,
      permit: (binned) => {
        if (!binned) throw new NotNow();
      },
    }),
  rename: async (_scene, pick, variant) => {
    await retitle(of(blogs(), pick), `Blog ${variant}`);
    await republish(of(blogs(), pick));
  },
  move: async (_scene, pick) => {
    const blog = of(blogs().slice(0, 2), pick);
    await saveDraft(blog, { permit: always, authorId: null, slug: freshSlug(), change: (latest) => latest });
    await republish(blog);
  },
  restrict: (_scene, pick) =>
    setPageProperties(of(blogs(), pick), { restriction: { type: "login" } }, always),
  lift: (_scene, pick) => setPageProperties(of(blogs(), pick), { restriction: null }, always),
  "restrict a post": ({ posts }, pick, variant) =>
    setPageProperties(of(posts, pick), { restriction: variant % 2 ? { type: "login" } : null }, always),
  "withdraw a blog": async (_scene, pick) => {
    const blog = of(blogs().slice(0, 2), pick);
    await unpublishPage(blog, { permit: permitIf(({ live }) => live) });
  },
  "publish a blog": (_scene, pick) => republish(of(blogs(), pick)),
  schedule: async ({ posts }, pick, variant) => {
    const id = of(posts, pick);
    await retitle(id, `Scheduled ${variant}`);
    await schedulePage(id, { permit: always, publishAt: "2026-01-01T00:00:00.000Z" });
    await publishScheduledPage(id);
  },
  image: ({ images }, pick, variant) =>
    makeImage({ title: `Image ${variant}`, collectionId: world.shows }, of(images, pick)),
  collection: (_scene, _pick, variant) =>
    changeSite(async ({ collections }) => ({
      collections: collections
        .filter(({ id }) => id === world.shows)
        .map((each) => ({ ...each, restriction: variant % 2 ? { type: "login" } : null })),
    })),
  category: (_scene, _pick, variant) =>
    changeSite(async () => ({ categories: [{ id: world.birds, slug: "birds", name: `Birds ${variant}` }] })),
};

const names = Object.keys(acts);

type ReadPage = (id: number, type: string) => Promise<string | undefined> | string | undefined;

/** Refusals that follow from the order of the acts. */
const requireExpected = (error: Error): void => {
  if (!(error instanceof NotNow) && !/slug|does not exist/.test(error.message)) throw error;
};

/** Follows by the plain function, a few entries of the log and a few pages at a time. */
class PartialFollower {
  readonly pages = new Map<number, string>();
  #cursor = "";

  async join(): Promise<void> {
    this.#cursor = cursorText(cursorNow({ now: await catalogNow(), settings: "none" }));
    for (const [id, page] of await readAll()) this.pages.set(id, page);
  }

  async step(read: ReadPage = readAsStranger): Promise<boolean> {
    const now = await catalogNow();
    const cursor = cursorFrom(this.#cursor)!;
    const followed = await followChanges(cursor, { now, settings: "none" }, 2, 3);
    for (const { id, kind } of followed.pages) {
      const page = await read(id, typeOf(kind));
      if (page === undefined) this.pages.delete(id);
      else this.pages.set(id, page);
    }
    this.#cursor = cursorText(followed.cursor);
    return followed.more;
  }
}

/** A builder that joined in some round, and what it was told in this one. */
class Builder {
  readonly #follower: ChangeFollower;
  readonly #digests = new Map<number, string | null>();

  private constructor(follower: ChangeFollower) {
    this.#follower = follower;
  }

  static async join(): Promise<Builder> {
    return new Builder(await ChangeFollower.join());
  }

  async catchUp(read: ReadPage): Promise<ReadonlyMap<number, ChangeEntry>> {
    const entries = await this.#follower.catchUp(4, read);
    for (const { id, digest } of entries) this.#digests.set(id, digest);
    return new Map(entries.map((entry) => [entry.id, entry]));
  }

  /** It has every page as it is, and the digest that it was told last is the page's. */
  expectAll(everything: ReadonlyMap<number, string>): void {
    expect(this.#follower.pages).toEqual(everything);
    for (const [id, digest] of this.#digests) {
      const page = everything.get(id);
      expect([id, digest]).toEqual([id, page === undefined ? null : JSON.parse(page).digest]);
    }
  }
}

/** Where little is to be seen, faults are not either: opens and publishes what a stranger may read. */
const openUp = async ({ posts, images }: Scene): Promise<void> => {
  const open = async (pick: number) => {
    await acts.lift!({ posts, images }, pick, 0);
    await acts["publish a blog"]!({ posts, images }, pick, 0);
  };
  await Promise.all([open(0), open(1), open(2), acts.collection!({ posts, images }, 0, 0)]);
  posts.splice(0, posts.length - 2);
  await Promise.all([0, 1, 2, 3].map((pick) => acts.create!({ posts, images }, pick, pick)));
};

/** What a builder is told of pages, from what it could see before and what it can see now. */
const expectChanges = async (
  told: ReadonlyMap<number, ChangeEntry>,
  before: ReadonlyMap<number, string>,
  after: ReadonlyMap<number, string>,
): Promise<void> => {
  const ids = [...told.keys()];
  const rows = await readPages(ids);
  const expected = ids.map((id, index) => {
    if (after.has(id)) return [id, before.has(id) ? "updated" : "published"];
    return [id, rows[index] ? "unpublished" : "deleted"];
  });
  expect([...told].map(([id, { change }]) => [id, change])).toEqual(expected);
};

/** What these alter is below a page: a few writers at one page show what a change of it alone alters. */
const ofBlogs = new Set(["rename", "move", "restrict", "lift", "withdraw a blog", "publish a blog"]);

test("what each kind of change alters is told, although nothing else alters it at the same time", async () => {
  const images = [(await makeImage({ collectionId: world.shows })).id, (await makeImage()).id];
  const scene: Scene = { posts: [], images };
  await openUp(scene);
  let everything = await readAll();
  // While nobody writes, a page is what a full read has just given.
  const readAsNow: ReadPage = (id) => everything.get(id);
  const [builder, partial] = [await Builder.join(), new PartialFollower()];
  await partial.join();
  for (const [index, name] of names.entries()) {
    if (everything.size < 6) {
      await openUp(scene);
      everything = await readAll();
      await builder.catchUp(readAsNow);
    }
    const before = everything;
    const writing = Array.from({ length: 8 }, async (_, writer) => {
      const [act, pick] = ofBlogs.has(name)
        ? [writer < 3 ? name : "draft", index % 2]
        : [name, index + writer];
      await acts[act]!(scene, pick, writer).catch(requireExpected);
    });
    let isWriting = true;
    const following = async () => {
      while (isWriting) await partial.step();
    };
    const written = Promise.all(writing).finally(() => {
      isWriting = false;
    });
    await Promise.all([written, following()]);
    everything = await readAll();
    while (await partial.step(readAsNow));
    expect([name, partial.pages]).toEqual([name, everything]);
    await expectChanges(await builder.catchUp(readAsNow), before, everything);
    builder.expectAll(everything);
  }
});

const plan = fc.record({
  steps: fc.array(fc.record({ act: fc.constantFrom(...names), pick: fc.nat(30), variant: fc.nat(9) }), {
    minLength: 24,
    maxLength: 60,
  }),
  joins: fc.array(fc.nat(10), { minLength: 1, maxLength: 3 }),
  partialJoin: fc.nat(9),
});

test("builders who joined anywhere have what a full read gives", async () => {
  const images = [(await makeImage()).id, (await makeImage()).id];
  const scene: Scene = { posts: [(await createLivePost(world.notes)).id], images };
  for (let pick = 0; pick < 4; pick++) await acts.create!(scene, pick, pick);
  await fc.assert(
    fc.asyncProperty(plan, async ({ steps, joins, partialJoin }) => {
      const followers: Promise<ChangeFollower>[] = [];
      const partial = new PartialFollower();
      let next = 0;
      const writer = async () => {
        while (next < steps.length) {
          const at = next++;
          if (joins.includes(at)) followers.push(ChangeFollower.join());
          const { act, pick, variant } = steps[at]!;
          await acts[act]!(scene, pick, variant).catch(requireExpected);
        }
      };
      const following = async () => {
        while (next < Math.min(partialJoin, steps.length))
          await new Promise((resolve) => setTimeout(resolve, 1));
        await partial.join();
        while (next < steps.length) await partial.step();
      };
      await Promise.all([...Array.from({ length: 8 }, writer), following()]);
      while (await partial.step());
      const everything = await readAll();
      expect(partial.pages).toEqual(everything);
      for (const follower of await Promise.all(followers)) {
        await follower.catchUp(3);
        expect(follower.pages).toEqual(everything);
      }
    }),
    { numRuns: 8 },
  );
}, 60_000);

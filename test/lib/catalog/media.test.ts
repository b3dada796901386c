// Proves contract rules: media-order, media-query, media-tags.

import { afterEach, describe, expect, test, vi } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import type { MediaQuery } from "#lib/catalog/media-rows.ts";
import { Columns } from "#lib/catalog/pages/columns.ts";
import { PageDates } from "#lib/catalog/pages/page-dates.ts";
import type { Media, MediaKind } from "#lib/media/media.ts";
import { anonymousViewer } from "#lib/pages/restriction.ts";
import { QueryError } from "#lib/queries/parameter-values.ts";
import { audioWith, imageWith } from "#test/support/media-objects.ts";
import { listingWith } from "./listings.ts";
import { mediaChange, mediaRemoval } from "./media-changes.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const catalogOf = (...media: readonly Media[]): Catalog => {
  const catalog = new Catalog(":memory:");
  catalog.apply(media.map(mediaChange));
  return catalog;
};

const window = { style: "page", page: 1, pageSize: 40 } as const;

const idsIn = <Kind extends MediaKind>(
  catalog: Catalog,
  query: Partial<MediaQuery<Kind>> & { readonly kind: Kind },
): number[] =>
  catalog.mediaList({ collections: "all", order: "newest", window, ...query }).media.map(({ id }) => id);

describe("a media object", () => {
  test("is had by its kind and id, as it is now", () => {
    const catalog = catalogOf(imageWith({ id: 7 }), audioWith({ id: 7, title: "Call" }));
    expect(catalog.media("image", 7)).toEqual(imageWith({ id: 7 }));
    expect(catalog.media("audio", 7)?.title).toBe("Call");
    expect(catalog.media("video", 7)).toBeUndefined();
    catalog.apply([mediaChange(imageWith({ id: 7, version: 2, title: "After" }))]);
    expect(catalog.media("image", 7)?.title).toBe("After");
  });

  test("that is gone stays gone for lower versions", () => {
    const catalog = catalogOf(imageWith({ id: 7 }));
    catalog.apply([mediaRemoval("image", 7, 3), mediaChange(imageWith({ id: 7, version: 2 }))]);
    expect(catalog.media("image", 7)).toBeUndefined();
    expect(catalog.mediaVersionOf("image", 7)).toBe(3);
    expect(idsIn(catalog, { kind: "image" })).toEqual([]);
  });

  test.each([0, -1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER, 1e300])("of the id %s is not there", (id) => {
    expect(catalogOf(imageWith({ id: 1 })).media("image", id)).toBeUndefined();
  });

  test("that cannot be written is not written, nor is what came with it", () => {
    const catalog = catalogOf(imageWith({ id: 7 }));
    const page = { kind: "page", id: 3, version: 1, listing: listingWith({ id: 3, parentId: 1 }) } as const;
    const broken = imageWith({ id: 8, createdAt: "not a date" });
    const newer = imageWith({ id: 7, version: 2, title: "Newer" });
    expect(() => catalog.apply([page, mediaChange(newer), mediaChange(broken)])).toThrow();
    expect(catalog.media("image", 7)?.title).toBe("Image 7");
    expect(catalog.listings()).toEqual([]);
    expect(catalog.versionOf(3)).toBe(0);
  });

  test("changes without any list of pages being made anew", () => {
    const catalog = catalogOf();
    const pages = [
      listingWith({ id: 1, parentId: null, kind: "root" }),
      listingWith({ id: 2, parentId: 1, kind: "home" }),
    ];
    catalog.apply(pages.map((listing) => ({ kind: "page", id: listing.id, version: 1, listing })));
    const list = () =>
      catalog.list(
        {
          types: [],
          childOf: null,
          descendantOf: null,
          ancestorOf: null,
          narrowing: null,
          filters: [],
          found: null,
          order: [{ field: "title", descending: true }],
          window,
        },
        anonymousViewer,
      );
    const before = list();
    const [select, show] = [vi.spyOn(Columns.prototype, "select"), vi.spyOn(PageDates.prototype, "window")];
    catalog.apply([mediaChange(imageWith({ id: 7 }))]);
    expect(list()).toEqual(before);
    expect([select, show].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  });
});

describe("lists of media", () => {
  const catalog = catalogOf(
    imageWith({
      id: 1,
      title: "100 % Reiher",
      createdAt: "2025-01-02T00:00:00.000Z",
      tags: ["birds", "Marsh"],
    }),
    imageWith({
      id: 2,
      title: "Ärger_im Moor",
      createdAt: "2025-01-01T00:00:00.000Z",
      tags: ["birds"],
      ownerId: 7,
    }),
    imageWith({ id: 3, title: "heron", createdAt: "2025-01-02T00:00:00.000Z", collectionId: 4 }),
    audioWith({ id: 4, title: "Call of the heron", subtitle: "At NIGHT" }),
    audioWith({ id: 5 }),
  );

  test("show the newest first, equally old ones by descending id", () => {
    expect(idsIn(catalog, { kind: "image" })).toEqual([3, 1, 2]);
    expect(idsIn(catalog, { kind: "audio" })).toEqual([5, 4]);
    expect(idsIn(catalog, { kind: "video" })).toEqual([]);
  });

  test("or go by id", () => {
    expect(idsIn(catalog, { kind: "image", order: "id" })).toEqual([1, 2, 3]);
  });

  test.each<[string, string, MediaKind, readonly number[]]>([
    ["letters of either case", "HERON", "image", [3]],
    ["letters with marks, of either case", "äRG", "image", [2]],
    ["% stands for itself", "%", "image", [1]],
    ["_ stands for itself", "r_i", "image", [2]],
    ["the whole of it need not be there", "reihers", "image", []],
    ["an audio's title", "OF THE", "audio", [4]],
    ["an audio's subtitle", "night", "audio", [4]],
    ["nothing is asked for", "", "audio", [5, 4]],
  ])("find a part of the title: %s", (_name, titlePart, kind, expected) => {
    expect(idsIn(catalog, { kind, titlePart })).toEqual(expected);
  });

  test.each<[string, readonly string[], readonly number[]]>([
    ["one tag", ["birds"], [1, 2]],
    ["several tags, all of them", ["birds", "Marsh"], [1]],
    ["a tag in another case", ["marsh"], []],
    ["a part of a tag", ["bird"], []],
    ["an empty tag", [""], []],
  ])("find exact tags: %s", (_name, tags, expected) => {
    expect(idsIn(catalog, { kind: "image", tags })).toEqual(expected);
  });

  test("find as many exact tags as a request can name", () => {
    const many = Array.from({ length: 5_000 }, (_, index) => `tag-${index}`);
    expect(idsIn(catalog, { kind: "image", tags: many })).toEqual([]);
    expect(idsIn(catalog, { kind: "image", tags: many.map(() => "birds") })).toEqual([1, 2]);
  });

  describe("of images", () => {
    const images = catalogOf(
      imageWith({ id: 1, title: "A heron", description: "Standing in the reed." }),
      imageWith({ id: 2, title: "Reed, cut", description: "The héron has left", tags: ["low water"] }),
      imageWith({ id: 3, title: "Low tide", tags: ["Marsh"] }),
    );
    const find = (operator: "and" | "or", ...words: readonly string[]) =>
      idsIn(images, { kind: "image", search: { words, phrases: [], operator }, order: "relevance" });

    test.each<["and" | "or", readonly string[], readonly number[]]>([
      ["and", ["heron"], [1, 2]],
      ["and", ["reed"], [2, 1]],
      ["and", ["heron", "reed"], [1, 2]],
      ["and", ["low", "water"], [2]],
      ["and", ["low"], [3, 2]],
      ["or", ["low", "marsh", "heron"], [1, 3, 2]],
      ["and", ["hero"], []],
      ["and", ["in", "the"], [1]],
      ["and", [], []],
      ["or", [], []],
    ])(
      "find %s %j in title, description and tags, those with more in the title first",
      (operator, words, expected) => {
        expect(find(operator, ...words)).toEqual(expected);
      },
    );

    test("take many words at once", () => {
      const many = Array.from({ length: 250 }, (_, index) => `w${index}`);
      expect(find("or", ...many, "tide")).toEqual([3]);
    });

    test("go by fields, the first of a repeated one, and equal ones by id in its direction", () => {
      const key = (field: "title" | "width", descending = false) => ({ field, descending });
      const by = (...order: ReturnType<typeof key>[]) => idsIn(images, { kind: "image", order });
      expect(by(key("title"))).toEqual([1, 3, 2]);
      expect(by(key("width", true))).toEqual([3, 2, 1]);
      expect(by(key("width"), key("title", true))).toEqual([2, 3, 1]);
      expect(by(...Array.from({ length: 3_000 }, () => key("title")))).toEqual([1, 3, 2]);
    });

    test("go at random, each as the first sooner or later", () => {
      const firsts = new Set<number | undefined>();
      for (let tries = 0; firsts.size < 3 && tries < 1_000; tries++)
        firsts.add(idsIn(images, { kind: "image", order: "random" })[0]);
      expect([...firsts].sort()).toEqual([1, 2, 3]);
    });
  });

  test("of sound and film know no words", () => {
    expect(
      idsIn(catalog, { kind: "audio", search: { words: ["heron"], phrases: [], operator: "and" } }),
    ).toEqual([]);
  });

  test.each<[string, Partial<MediaQuery<"image">>, readonly number[]]>([
    ["some collections", { collections: [4, 9] }, [3]],
    ["no collection", { collections: [] }, []],
    ["an owner", { ownerId: 7 }, [2]],
    ["an exact title", { filters: [{ field: "title", value: "heron" }] }, [3]],
    [
      "an exact size",
      {
        filters: [
          { field: "width", value: 1_200 },
          { field: "height", value: 801 },
        ],
      },
      [],
    ],
  ])("find %s", (_name, query, expected) => {
    expect(idsIn(catalog, { kind: "image", ...query })).toEqual(expected);
  });

  test("show a window, count the whole, and refuse a page beyond the end", () => {
    const query = { kind: "image", collections: "all", order: "newest" } as const;
    const { total, media } = catalog.mediaList({ ...query, window: { style: "page", page: 2, pageSize: 2 } });
    expect([total, media.map(({ id }) => id)]).toEqual([3, [2]]);
    const beyond = { ...query, window: { style: "page", page: 3, pageSize: 2 } } as const;
    expect(() => catalog.mediaList(beyond)).toThrow(QueryError);
  });
});

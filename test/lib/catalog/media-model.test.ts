import fc from "fast-check";
import { expect, test } from "vitest";
import { Catalog } from "#lib/catalog/catalog.ts";
import type { MediaFilter, MediaOrder, MediaQuery } from "#lib/catalog/media-rows.ts";
import { type Media, type MediaKind, mediaKinds } from "#lib/media/media.ts";
import { wordsOf } from "#lib/search/words.ts";
import { audioWith, imageWith, videoWith } from "#test/support/media-objects.ts";
import { copyOf } from "./copies.ts";
import { mediaChange, mediaRemoval } from "./media-changes.ts";

/** What lists of media do, said in the plainest way: over an array of objects. */
const listPlainly = (all: readonly Media[], query: MediaQuery<MediaKind>) => {
  const { kind, collections, ownerId, titlePart, tags = [], search, filters = [], order, window } = query;
  const isWanted = (media: Media): boolean =>
    media.kind === kind &&
    (collections === "all" || collections.includes(media.collectionId)) &&
    (ownerId === undefined || media.ownerId === ownerId) &&
    (titlePart === undefined || titlesOf(media).some((title) => contains(title, titlePart))) &&
    tags.every((tag) => media.tags.includes(tag)) &&
    (!search || isFound(media, search)) &&
    filters.every(({ field, value }) => fieldOf(media, field) === value);
  const comparison = comparisonFor(order, search?.words ?? []);
  const found = all.filter(isWanted).sort(comparison);
  if (window.style !== "offset") throw new Error("the model knows offsets only");
  return { total: found.length, media: found.slice(window.offset, window.offset + window.limit) };
};

const wordsIn = (words: readonly string[], ...texts: readonly string[]): number =>
  words.filter((word) => texts.some((text) => wordsOf(text).includes(word))).length;

const isFound = (
  media: Media,
  { words, operator }: NonNullable<MediaQuery<MediaKind>["search"]>,
): boolean => {
  if (media.kind !== "image" || words.length === 0) return false;
  const found = wordsIn(words, media.title, media.description, ...media.tags);
  return operator === "or" ? found > 0 : found === words.length;
};

const comparisonFor = (order: MediaOrder, words: readonly string[]) => (one: Media, other: Media) => {
  if (order === "id") return one.id - other.id;
  if (order === "newest") return Date.parse(other.createdAt) - Date.parse(one.createdAt) || other.id - one.id;
  const inTitle = (media: Media) => (media.kind === "image" ? wordsIn(words, media.title) : 0);
  if (order === "relevance") return inTitle(other) - inTitle(one) || one.id - other.id;
  if (order === "random") throw new Error("the model knows no chance");
  const last = { field: "id", descending: order[0]?.descending ?? false } as const;
  for (const { field, descending } of [...order, last]) {
    const result = compare(fieldOf(one, field), fieldOf(other, field));
    if (result !== 0) return descending ? -result : result;
  }
  return 0;
};

/** Null first, numbers, and text by code points, as its bytes compare. */
const compare = (one: unknown, other: unknown): number => {
  if (one === null || other === null) return Number(other === null) - Number(one === null);
  if (typeof one === "number") return one - (other as number);
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
};

const titlesOf = (media: Media): readonly string[] =>
  media.kind === "audio" ? [media.title ?? "", media.subtitle ?? ""] : [media.title];

const contains = (text: string, part: string): boolean => text.toUpperCase().includes(part.toUpperCase());

const fieldOf = (media: Media, field: MediaFilter["field"]): unknown => {
  if (field === "id" || field === "title") return media[field];
  if (field === "width" || field === "height") return media.kind === "image" ? media.file[field] : null;
  return (media as unknown as Readonly<Record<string, unknown>>)[field] ?? "";
};

const texts = ["", "a", "Ab", "aB%", "%", "_", "É", "é", "οδός", "ΟΔΌΣ", "Straße", "😀", 'a"b'] as const;
const text = fc.constantFrom(...texts);
const tag = fc.constantFrom("a", "A", "a b", 'a"b', "b", ",", "é");
const kind = fc.constantFrom(...mediaKinds);
const id = fc.integer({ min: 1, max: 4 });
const instant = fc.constantFrom(
  "2025-01-01T00:00:00Z",
  "2025-01-01T00:00:00.500Z",
  "2025-01-02T00:00:00.000Z",
);

const change = fc.record({
  kind,
  id,
  gone: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, fc.constant(true)),
  late: fc.boolean(),
  fields: fc.record({
    collectionId: fc.integer({ min: 1, max: 3 }),
    ownerId: fc.constantFrom(null, 7, 8),
    createdAt: instant,
    tags: fc.uniqueArray(tag, { maxLength: 3 }),
    title: text,
  }),
  subtitle: fc.option(text),
  description: text,
});

const filter: fc.Arbitrary<MediaFilter> = fc.oneof(
  fc.record({ field: fc.constantFrom("id" as const), value: id }),
  fc.record({ field: fc.constantFrom("title" as const), value: text }),
  fc.record({
    field: fc.constantFrom("width" as const, "height" as const),
    value: fc.constantFrom(800, 1_200),
  }),
);

const orderKey = fc.record({
  field: fc.constantFrom("id" as const, "title" as const, "width" as const),
  descending: fc.boolean(),
});

const query: fc.Arbitrary<MediaQuery<MediaKind>> = fc.record(
  {
    kind,
    collections: fc.oneof(fc.constant("all" as const), fc.subarray([1, 2, 3])),
    ownerId: fc.constantFrom(7, 8),
    titlePart: text,
    tags: fc.array(fc.oneof(tag, fc.constant("")), { maxLength: 2 }),
    filters: fc.array(filter, { maxLength: 2 }),
    search: fc.record({
      phrases: fc.constant([]),
      words: fc.uniqueArray(fc.constantFrom("a", "ab", "e", "b"), { maxLength: 2 }),
      operator: fc.constantFrom("and" as const, "or" as const),
    }),
    order: fc.oneof(
      fc.constantFrom("id" as const, "newest" as const, "relevance" as const),
      fc.array(orderKey, { minLength: 1, maxLength: 3 }),
    ),
    window: fc.record({
      style: fc.constant("offset" as const),
      limit: fc.constantFrom(1, 200),
      offset: fc.constantFrom(0, 1),
    }),
  },
  { requiredKeys: ["kind", "collections", "order", "window"] },
);

const objectOf = (
  {
    kind,
    id,
    fields,
    subtitle,
    description,
  }: typeof change extends fc.Arbitrary<infer Value> ? Value : never,
  version: number,
): Media => {
  const properties = { id, version, ...fields };
  if (kind === "audio") return audioWith({ ...properties, title: fields.title || null, subtitle });
  return kind === "image" ? imageWith({ ...properties, description }) : videoWith(properties);
};

const steps = fc.array(fc.record({ changes: fc.array(change, { maxLength: 5 }), query }), { maxLength: 12 });

test("lists and look-ups equal those of a simple model, after any history of changes, also from a copy on", () => {
  fc.assert(
    fc.property(steps, (history) => {
      let catalog = new Catalog(":memory:");
      const present = new Map<string, Media>();
      const versions = new Map<string, number>();
      for (const [step, { changes, query }] of history.entries()) {
        if (step === 1) catalog = copyOf(catalog);
        const told = changes.flatMap((change) => {
          const name = `${change.kind} ${change.id}`;
          const version = (versions.get(name) ?? 0) + 1;
          versions.set(name, version);
          const object = objectOf(change, version);
          if (change.gone) present.delete(name);
          else present.set(name, object);
          const news = change.gone ? mediaRemoval(change.kind, change.id, version) : mediaChange(object);
          const old = mediaChange(objectOf(change, version - 1));
          return change.late ? [news, old, news] : [news];
        });
        catalog.apply(told);
        expect(catalog.mediaList(query)).toEqual(listPlainly([...present.values()], query));
      }
      for (const kind of mediaKinds)
        for (let id = 0; id <= 5; id++) {
          expect(catalog.media(kind, id)).toEqual(present.get(`${kind} ${id}`));
          expect(catalog.mediaVersionOf(kind, id)).toBe(versions.get(`${kind} ${id}`) ?? 0);
        }
      expect(new Set(catalog.allMedia())).toEqual(new Set(present.values()));
    }),
    { numRuns: 300 },
  );
});

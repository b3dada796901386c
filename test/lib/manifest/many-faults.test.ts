// Proves contract rules: applied-manifests.

import { describe, expect, test } from "vitest";
import { applyManifest } from "#lib/manifest/apply.ts";
import { type InvalidManifest, maxManifestProblems, type Path } from "#lib/manifest/problem.ts";
import { readManifest } from "#lib/manifest/read/read-manifest.ts";
import { manifestSchema } from "#lib/manifest/schema.ts";
import { useTable } from "#test/support/table.ts";

useTable();

const many = 400_000;

/** What is told of a manifest, and how often its members were looked at. */
const readingOf = (manifest: object) => {
  const told: Path[] = [];
  const read = readManifest({ version: 1, ...manifest }, (path) => told.push(path));
  return { told, read };
};

/** A list that counts who asks for its members. */
const counting = (member: () => unknown) => {
  const asked = { count: 0 };
  const list = new Array(many).fill(null);
  const proxy = new Proxy(list, {
    get: (target, key, receiver) => {
      if (typeof key === "string" && /^\d+$/.test(key)) {
        asked.count++;
        return member();
      }
      return Reflect.get(target, key, receiver);
    },
  });
  return { proxy, asked };
};

const sections = Object.keys(manifestSchema.shape).filter((name) => !["version", "site"].includes(name));

describe.each(sections)("%s", (name) => {
  test.each([
    ["nulls", () => null],
    ["empty maps", () => ({})],
  ])("with 400,000 %s is looked at until as many problems are found as anybody is told", (_, member) => {
    const { proxy, asked } = counting(member);
    const { told, read } = readingOf({ [name]: proxy });
    expect(told.length).toBeGreaterThanOrEqual(maxManifestProblems);
    expect(told.length).toBeLessThan(2 * maxManifestProblems);
    expect(asked.count).toBeLessThanOrEqual(maxManifestProblems + 1);
    expect(read.pages).toEqual([]);
  });
});

const page = (more: object) => ({
  pages: [
    {
      type: "site.Podcast",
      slug: "p",
      title: "P",
      children: [{ type: "site.Episode", slug: "e", title: "E", ...more }],
    },
  ],
});

test.each(["tags", "categories", "authors", "aliases", "former_slugs", "comments", "persons", "overview"])(
  "400,000 members of %s in a page are one problem",
  (name) => {
    const { told } = readingOf(page({ [name]: new Array(many).fill(null) }));
    expect(told).toEqual([["pages", 0, "children", 0, name]]);
  },
);

test("400,000 pages below one, and 60,000 unknown keys, are told up to a number", () => {
  const below = readingOf({
    pages: [{ type: "site.Blog", title: "B", slug: "b", children: new Array(many).fill(null) }],
  });
  expect(below.told).toHaveLength(maxManifestProblems);
  const keys = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`k${index}`, 0]));
  expect(readingOf({ groups: [keys] }).told).toEqual([["groups", 0]]);
  expect(readingOf(keys).told).toEqual([[]]);
});

test("every fault of an ordinary file is told at once, in all of its parts", () => {
  const { told } = readingOf({
    groups: [{ name: "A", wrong: 1 }, {}],
    pages: [{ type: "site.Blog", title: "B", slug: "b", more: 1, children: [{ type: "site.Post" }] }],
    unknown: 1,
  });
  expect(told).toEqual([
    ["unknown"],
    ["groups", 0, "wrong"],
    ["groups", 1, "name"],
    ["pages", 0, "more"],
    ["pages", 0, "children", 0, "title"],
  ]);
});

test("so many faults are no more in the whole check, and nothing is written", async () => {
  const audios = Array.from({ length: 20_000 }, () => ({ mp3: "absent.mp3" }));
  const error = await applyManifest({ version: 1, audios }).catch((thrown: InvalidManifest) => thrown);
  expect((error as InvalidManifest).problems).toHaveLength(maxManifestProblems);
});

// Proves contract rules: query-values, pagination, list-windows.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  linksAround,
  parsePageWindow,
  parseWindow,
  rangeOf,
  type Window,
  type WindowLinks,
} from "#lib/queries/pagination.ts";

const location = "https://example.org/api/audios/";
const query = (text: string) => new URLSearchParams(text);
const offsets = (limit: number, offset: number): Window => ({ style: "offset", limit, offset });
const pages = (page: number | "last", pageSize: number): Window => ({ style: "page", page, pageSize });

describe("page and pageSize choose a numbered page", () => {
  test.each<[string, Window]>([
    ["", pages(1, 40)],
    ["page=&pageSize=", pages(1, 40)],
    ["page=3&pageSize=7", pages(3, 7)],
    ["page=last", pages("last", 40)],
    ["page=1&page=2", pages(2, 40)],
    ["page=%002", pages(2, 40)],
    ["pageSize=0", pages(1, 40)],
    ["pageSize=-1", pages(1, 40)],
    ["pageSize=ten", pages(1, 40)],
    ["pageSize=200", pages(1, 200)],
    ["pageSize=201", pages(1, 200)],
    ["pageSize=99999999999999999999", pages(1, 200)],
  ])("%s", (text, window) => {
    expect(parsePageWindow(query(text))).toEqual(window);
  });

  test.each(["page=0", "page=-1", "page=one", "page=1.5", "page=LAST", "page=+1"])(
    "%s is no page",
    (text) => {
      expect(() => parsePageWindow(query(text))).toThrow(
        expect.objectContaining({ status: 404, message: "Invalid page." }),
      );
    },
  );
});

describe("a list that takes both pairs answers in the style of the request", () => {
  test.each<[string, Window]>([
    ["", offsets(40, 0)],
    ["limit=5", offsets(5, 0)],
    ["offset=7", offsets(40, 7)],
    ["limit=0", offsets(0, 0)],
    ["limit=200&offset=0", offsets(200, 0)],
    ["limit=x&limit=3", offsets(3, 0)],
    ["offset=99999999999999999999", offsets(40, Number.MAX_SAFE_INTEGER)],
    ["page=2", pages(2, 40)],
    ["pageSize=3", pages(1, 3)],
  ])("%s", (text, window) => {
    expect(parseWindow(query(text))).toEqual(window);
  });

  test.each([
    ["limit=-1", "limit must be a positive integer"],
    ["limit=", "limit must be a positive integer"],
    ["limit=1.0", "limit must be a positive integer"],
    ["offset=-1", "offset must be a positive integer"],
    ["offset=", "offset must be a positive integer"],
    ["offset=two", "offset must be a positive integer"],
    ["limit=201", "limit cannot be higher than 200"],
    ["limit=1&page=1", "limit and offset cannot be combined with page and pageSize"],
    ["offset=1&pageSize=1", "limit and offset cannot be combined with page and pageSize"],
  ])("%s is refused", (text, message) => {
    expect(() => parseWindow(query(text))).toThrow(expect.objectContaining({ status: 400, message }));
  });
});

describe("a window shows a range of the list", () => {
  test.each<[string, Window, number, { offset: number; limit: number }]>([
    ["the first page", pages(1, 3), 7, { offset: 0, limit: 3 }],
    ["the last page by number", pages(3, 3), 7, { offset: 6, limit: 3 }],
    ["the last page by name", pages("last", 3), 7, { offset: 6, limit: 3 }],
    ["page 1 of an empty list", pages(1, 3), 0, { offset: 0, limit: 3 }],
    ["the last page of an empty list", pages("last", 3), 0, { offset: 0, limit: 3 }],
    ["an offset", offsets(3, 2), 7, { offset: 2, limit: 3 }],
    ["an offset past the end", offsets(3, 20), 7, { offset: 20, limit: 3 }],
  ])("%s", (_title, window, count, range) => {
    expect(rangeOf(window, count)).toEqual(range);
  });

  test.each([
    [pages(4, 3), 7],
    [pages(2, 3), 3],
    [pages(2, 3), 0],
  ])("a page beyond the end is a 404: %o of %i items", (window, count) => {
    const refusal = expect.objectContaining({ status: 404, message: "Invalid page." });
    expect(() => rangeOf(window, count)).toThrow(refusal);
    expect(() => linksAround(window, count, location, query(""))).toThrow(refusal);
  });
});

describe("links lead to the windows around", () => {
  const links = (text: string, count: number): WindowLinks =>
    linksAround(parseWindow(query(text)), count, location, query(text));

  test.each<[string, number, string | null, string | null]>([
    ["type=audio&pageSize=1&page=1", 3, "?page=2&pageSize=1&type=audio", null],
    ["type=audio&pageSize=1&page=2", 3, "?page=3&pageSize=1&type=audio", "?pageSize=1&type=audio"],
    ["pageSize=1&page=3", 3, null, "?page=2&pageSize=1"],
    ["pageSize=1&page=last", 3, null, "?page=2&pageSize=1"],
    ["page=2&page=2", 41, null, ""],
    ["pageSize=2&z=1&a=x%20y&z=0", 3, "?a=x+y&page=2&pageSize=2&z=1&z=0", null],
    ["page=1", 0, null, null],
    ["", 40, null, null],
    ["", 41, "?offset=40", null],
    ["offset=40", 41, null, ""],
    ["limit=2&fields=title", 5, "?fields=title&limit=2&offset=2", null],
    ["limit=2&offset=2", 5, "?limit=2&offset=4", "?limit=2"],
    ["limit=2&offset=1", 5, "?limit=2&offset=3", "?limit=2"],
    ["limit=2&offset=1000", 5, null, "?limit=2&offset=3"],
    ["offset=99999999999999999999", 5, null, ""],
    ["limit=2&offset=9", 0, null, null],
    ["limit=0", 5, null, null],
    ["limit=0&offset=3", 5, null, null],
  ])("%s of %i items", (text, count, next, previous) => {
    const address = (tail: string | null) => (tail === null ? null : location + tail);
    expect(links(text, count)).toEqual({ next: address(next), previous: address(previous) });
  });
});

interface Walk {
  readonly items: number[];
  readonly last: URLSearchParams;
}

const walk = (from: URLSearchParams, count: number, direction: keyof WindowLinks): Walk => {
  const shown: number[][] = [];
  for (let params = from; ; ) {
    const window = parseWindow(params);
    const { offset, limit } = rangeOf(window, count);
    shown.push(Array.from({ length: count }, (_, item) => item).slice(offset, offset + limit));
    const link = linksAround(window, count, location, params)[direction];
    if (link === null)
      return { items: (direction === "next" ? shown : shown.reverse()).flat(), last: params };
    params = new URL(link).searchParams;
  }
};

const upTo = (count: number): number[] => Array.from({ length: count }, (_, item) => item);

describe("following the links", () => {
  const size = fc.integer({ min: 1, max: 200 });
  const count = fc.integer({ min: 0, max: 600 });

  test.each([
    ["in pages", (n: number) => query(`pageSize=${n}`)],
    ["by limit and offset", (n: number) => query(`limit=${n}`)],
  ])("%s shows every item once, forwards and back again", (_title, start) => {
    fc.assert(
      fc.property(size, count, (size, count) => {
        const forwards = walk(start(size), count, "next");
        expect(forwards.items).toEqual(upTo(count));
        expect(walk(forwards.last, count, "previous").items).toEqual(upTo(count));
      }),
    );
  });

  test("from any offset shows the rest once, and going back misses nothing before it", () => {
    fc.assert(
      fc.property(size, fc.integer({ min: 0, max: 700 }), count, (limit, offset, count) => {
        const from = query(`limit=${limit}&offset=${offset}`);
        expect(walk(from, count, "next").items).toEqual(upTo(count).slice(offset));
        expect(new Set(walk(from, count, "previous").items)).toEqual(
          new Set(upTo(Math.min(count, offset + limit))),
        );
      }),
    );
  });
});

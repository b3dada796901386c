import { afterEach, describe, expect, test, vi } from "vitest";
import { type HtmlElement, type HtmlNode, htmlTree } from "#cli/html/html-tree.ts";
import { captionsIn } from "#cli/html/pictures.ts";

afterEach(() => vi.restoreAllMocks());

/** How many members of lists are moved or compared, at most, while something is done. */
const movedDuring = (work: () => void): number => {
  let moved = 0;
  for (const method of ["unshift", "shift", "indexOf", "includes"] as const) {
    const original = Array.prototype[method] as (...given: unknown[]) => unknown;
    vi.spyOn(Array.prototype, method).mockImplementation(function (this: unknown[], ...given: unknown[]) {
      moved += this.length;
      return original.apply(this, given) as never;
    });
  }
  work();
  vi.restoreAllMocks();
  return moved;
};

describe("the work of reading HTML grows with its length", () => {
  test.each([
    ["elements that nobody closes", (count: number) => "<div>".repeat(count)],
    ["tables in tables", (count: number) => "<table><tr><td>".repeat(count)],
    ["elements that are closed", (count: number) => `${"<b>".repeat(count)}x${"</b>".repeat(count)}`],
    ["ends of what was not open", (count: number) => "<div>".repeat(count) + "</p></b>".repeat(count)],
    ["lists in lists", (count: number) => "<ul><li>x".repeat(count)],
  ])("%s", (_, html) => {
    const [once, fourfold] = [2_000, 8_000].map((count) => movedDuring(() => htmlTree(html(count))));
    expect(once).toBeGreaterThan(0);
    expect(fourfold! / once!).toBeLessThan(6);
  });

  test("and nothing of the text is lost where it is nested too deep", () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `w${index}`);
    const textIn = (nodes: readonly HtmlNode[]): string =>
      nodes.map((node) => (typeof node === "string" ? node : textIn(node.children))).join("");
    expect(textIn(htmlTree(words.map((word) => `<div>\n${word}`).join("")))).toBe(`\n${words.join("\n")}`);
    const last = htmlTree(`${"<div>\n".repeat(3_000)}${"</div>".repeat(3_000)}<hr>`).at(-1) as HtmlElement;
    expect(last).toMatchObject({ name: "hr", line: 3_001 });
  });
});

test("captions of pictures are found in one visit of each element", () => {
  let visits = 0;
  const element = (name: string, children: readonly (HtmlElement | string)[]): HtmlElement => ({
    ...{ name, attributes: {}, line: 1 },
    get children() {
      visits++;
      return children;
    },
  });
  const picture = element("img", []);
  const caption = element("figcaption", ["A heron"]);
  const framed = element("figure", [picture, caption]);
  const others = Array.from({ length: 1_000 }, () => element("figure", [element("img", [])]));
  const nested = Array.from({ length: 80 }).reduce<HtmlElement>(
    (inner) => element("figure", [inner]),
    element("figure", [framed, ...others]),
  );
  expect([...captionsIn(nested)]).toEqual([[picture, caption]]);
  expect(visits).toBe(1 + 1 + 1 + 2 * others.length + 81);
});

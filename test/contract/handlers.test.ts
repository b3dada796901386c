import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import type { Route } from "#lib/routes/route.ts";
import { routes } from "#lib/routes/table.ts";
import { filesBelow, type SourceFile, sourceAt } from "../support/sources.ts";

const longestHandler = 60;

const table = "lib/routes/table.ts";

/** Lambdas that no request reaches: they have neither a route nor an address. */
const isJob = (path: string): boolean => path.startsWith("functions/jobs/");

const fileOf = ({ id }: Route): string => `functions/${id}.ts`;

const all = [...routes, fallback];

test("every route has its Lambda, and every Lambda its route", () => {
  const lambdas = filesBelow("functions").filter((path) => path.endsWith(".ts") && !isJob(path));
  expect(lambdas).toEqual(all.map(fileOf).sort());
});

/** Everything that a file loads, directly or through what it loads, as chains of paths that lead there. */
const loadedBy = (
  path: string,
  chain: readonly string[] = [],
  seen = new Map<string, readonly string[]>(),
) => {
  for (const { target, isPackage, typeOnly } of sourceAt(path).imports) {
    if (isPackage || typeOnly || !target.endsWith(".ts") || seen.has(target)) continue;
    seen.set(target, [...chain, target]);
    loadedBy(target, [...chain, target], seen);
  }
  return seen;
};

const routeFilesOf = ({ imports }: SourceFile): string[] =>
  imports
    .filter(({ target, typeOnly }) => target.startsWith("lib/routes/") && !typeOnly)
    .map(({ target }) => target);

describe.each(all)("the Lambda of $id", (route) => {
  const source = sourceAt(fileOf(route));
  const [firstLine, ...code] = source.text.split("\n");

  test("begins with what it answers, in the words of its route", () => {
    expect(firstLine).toBe(`/** ${route.method} ${route.path} — ${route.summary} */`);
  });

  test("fits on a page, and leaves errors, statuses, JSON and events to endpoint()", () => {
    expect(source.text.trimEnd().split("\n").length).toBeLessThanOrEqual(longestHandler);
    expect(code.join("\n").match(/\b(try(?= \{)|statusCode\b|event\b)|\bJSON\./g)).toBeNull();
  });

  test("has pages for people exactly where its route says so", () => {
    expect(/^export const handler = endpoint\(\s*\{ \.\.\.\w+, errorPage \}/m.test(source.code)).toBe(
      route.hasErrorPages,
    );
  });

  test("exports its handler and nothing else", () => {
    expect(source.code.match(/^export .*/gm)).toEqual([
      expect.stringMatching(/^export const handler = endpoint\(/),
    ]);
  });
});

describe.each(routes)("the Lambda of $id", (route) => {
  test("takes its route from one file of routes, which declares it", async () => {
    const [file = "", ...others] = routeFilesOf(sourceAt(fileOf(route)));
    expect(others).toEqual([]);
    const declared: object = await import(`../../lib/routes/${basename(file, ".ts")}.ts`);
    expect(Object.values(declared)).toContain(route);
  });

  test("does not load the table of all routes, which would cost its cold start 20 ms", () => {
    expect(loadedBy(fileOf(route)).get(table)).toBeUndefined();
  });
});

test("the fallback, which answers for all routes, does load the table, so the search above can find it", () => {
  expect(loadedBy(fileOf(fallback)).get(table)).toEqual(["lib/routes/matching.ts", table]);
});

// Proves contract rules: methods.

import { describe, expect, test } from "vitest";
import { allowHeader } from "#lib/http/reply.ts";
import { refusals } from "#lib/refusals/catalogue.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";

const repeated = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

test("no two routes have the same id", () => {
  expect(repeated([...routes, fallback].map(({ id }) => id))).toEqual([]);
});

test("no two routes answer the same method of the same path, whatever its placeholders are called", () => {
  const paths = routes.map(({ method, path }) => `${method} ${path.replace(/\{\w+/g, "{")}`);
  expect(repeated(paths)).toEqual([]);
});

describe.each(routes)("$method $path", (route) => {
  const { id, method, path, params, alsoAtPath, errors } = route;

  test("its path starts with a slash, and ends with one except for files and greedy tails", () => {
    expect(path).toMatch(/^\/(\.?[\w-]+\/|\{\w+\}\/)*([\w-]+\.\w+|\{\w+\+\})?$/);
  });

  test("its id is a path of kebab-case words", () => {
    expect(id).toMatch(/^([a-z]+(-[a-z]+)*\/)*[a-z]+(-[a-z]+)*$/);
  });

  test("its params are the placeholders of its path", () => {
    expect(params).toEqual([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  });

  test("it says what its greedy tail is, where it has one", () => {
    expect(route.tail !== null).toBe(path.endsWith("+}"));
  });

  test("it knows the other methods of its path, so that Allow says the same everywhere", () => {
    const others = routes
      .filter((other) => other.path === path && other !== route)
      .map((other) => other.method);
    expect(allowHeader([method, ...alsoAtPath].sort())).toBe(allowHeader([method, ...others].sort()));
  });

  test("it declares refusals that exist, each once", () => {
    expect(errors.filter((code) => !(code in refusals))).toEqual([]);
    expect(repeated(errors)).toEqual([]);
  });

  test("it has a body only where its method has one", () => {
    expect(route.body === null || ["POST", "PUT", "PATCH"].includes(method)).toBe(true);
    expect(route.bodyKinds.length > 0).toBe(route.body !== null);
  });
});

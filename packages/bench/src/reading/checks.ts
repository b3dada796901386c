import type { HttpAnswer } from "#bench/client.ts";

/** Describes what is wrong with an answer; undefined if nothing is. */
export type Check = (answer: HttpAnswer) => string | undefined;

/** The expected content of a list. */
export interface ExpectedList {
  readonly total: number;
  /** The ids of the items shown, in order. */
  readonly ids: readonly number[];
}

interface List {
  readonly count: number;
  readonly results: readonly { readonly id: number; readonly body?: readonly unknown[] }[];
}

/** Expects status 200 and checks the JSON body. */
export const jsonIs =
  <Body>(check: (body: Body) => string | undefined): Check =>
  ({ status, text }) =>
    status === 200 ? check(JSON.parse(text) as Body) : `status ${status}, ${text.slice(0, 200)}`;

export const listIs = (expected: ExpectedList): Check =>
  jsonIs(({ count, results }: List) =>
    differenceOf({ total: count, ids: results.map(({ id }) => id) }, expected),
  );

/** Expects this list, with a body of two sections in each item. */
export const listWithBodiesIs = (expected: ExpectedList): Check => {
  const check = listIs(expected);
  return (answer) =>
    check(answer) ??
    jsonIs(({ results }: List) =>
      results.every(({ body }) => body?.length === 2) ? undefined : "an item lacks its body",
    )(answer);
};

/** Expects this number of results, and that those shown are among the expected ones, in any order. */
export const foundAre = (expected: ReadonlySet<number>, limit: number): Check =>
  jsonIs(({ count, results }: List) => {
    const strange = results.find(({ id }) => !expected.has(id));
    if (strange) return `${strange.id} was found and should not be`;
    const shown = Math.min(expected.size, limit);
    const actual = { total: count, shown: results.length };
    return differenceOf(actual, { total: expected.size, shown });
  });

/** The first difference in a line, with the text before it. */
export const differenceOf = (actual: object, expected: object): string | undefined => {
  const [is, shouldBe] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (is === shouldBe) return undefined;
  let same = 0;
  while (is[same] === shouldBe[same]) same++;
  const part = (text: string): string => text.slice(Math.max(0, same - 60), same + 60);
  return `${part(is)} instead of ${part(shouldBe)}`;
};

// Proves contract rules: previous-revision.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createPost, lookUpPost, publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { listPages } from "#lib/routes/pages.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { useWorld } from "#test/support/world.ts";

/**
 * Random histories of authors who create, update and publish posts with few slugs below two parents, two
 * operations at a time, compared with a plain model in memory. Each pair of answers must fit one of the two
 * orders; in the end the store must match the model, and the catalog a rebuild.
 */
const world = useWorld();

const slugs = ["crane", "heron", "avocet", "bittern", "curlew", "dunlin"];

/** A post in the model. Revisions are counted; the answers tell their ids. */
interface ModelPost {
  readonly parent: number;
  readonly title: string;
  readonly slug: string;
  readonly live: { readonly title: string; readonly slug: string } | null;
  readonly hasDraft: boolean;
  readonly revisions: number;
}

type Model = ReadonlyMap<number, ModelPost>;

type Operation =
  | { readonly kind: "create"; readonly parent: number; readonly title: string; readonly slug: string }
  | {
      readonly kind: "update";
      readonly post: number;
      readonly base: number;
      readonly title: string;
      readonly slug: string;
    }
  | { readonly kind: "publish"; readonly post: number; readonly base: number | null };

interface Outcome {
  readonly model: Model;
  /** `ok`, for a publication with the number of its revision, or the refusal's code. */
  readonly result: string;
}

const isTaken = (model: Model, parent: number, slug: string, self: number): boolean =>
  [...model].some(
    ([key, post]) =>
      key !== self && post.parent === parent && (post.slug === slug || post.live?.slug === slug),
  );

const refused = (model: Model, result: string): Outcome => ({ model, result });

/** The model's answer to an operation; a new post gets the key `made`. */
const step = (model: Model, operation: Operation, made: number): Outcome => {
  if (operation.kind === "create") {
    const { parent, title, slug } = operation;
    if (isTaken(model, parent, slug, made)) return refused(model, "slug/duplicate");
    const post: ModelPost = { parent, title, slug, live: null, hasDraft: true, revisions: 1 };
    return { model: new Map(model).set(made, post), result: "ok" };
  }
  const post = model.get(operation.post)!;
  if (operation.base !== null && operation.base !== post.revisions)
    return refused(model, "revision_conflict");
  if (operation.kind === "publish") {
    if (!post.hasDraft) return refused(model, "no_unpublished_draft");
    const live = { title: post.title, slug: post.slug };
    const published: ModelPost = { ...post, live, hasDraft: false };
    return { model: new Map(model).set(operation.post, published), result: `ok ${post.revisions}` };
  }
  if (isTaken(model, post.parent, operation.slug, operation.post)) return refused(model, "slug/duplicate");
  const { title, slug } = operation;
  const saved = { ...post, title, slug, hasDraft: true, revisions: post.revisions + 1 };
  return { model: new Map(model).set(operation.post, saved), result: "ok" };
};

const choice = fc.record({
  kind: fc.constantFrom("create", "update", "update", "publish"),
  parent: fc.nat(1),
  post: fc.nat(),
  slug: fc.constantFrom(...slugs),
  title: fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(..."abcde") }),
  // How many revisions the writer is behind.
  behind: fc.constantFrom(0, 0, 0, 0, 1),
  checks: fc.boolean(),
});

type Choice = typeof choice extends fc.Arbitrary<infer Value> ? Value : never;

const operationFor = (chosen: Choice, model: Model, parents: readonly number[]): Operation => {
  const { title, slug, checks } = chosen;
  if (chosen.kind === "create" || model.size === 0) {
    return { kind: "create", parent: parents[chosen.parent]!, title, slug };
  }
  const post = [...model.keys()][chosen.post % model.size]!;
  const base = model.get(post)!.revisions - chosen.behind;
  return chosen.kind === "update"
    ? { kind: "update", post, base, title, slug }
    : { kind: "publish", post, base: checks ? base : null };
};

test("500 random operations, two at a time, leave what a model in memory leaves, and a catalog equal to a rebuild", async () => {
  const parents = [world.notes, world.calls];
  let model: Model = new Map();
  /** The ids of posts and of their revisions, in order. */
  const ids = new Map<number, { readonly id: number; readonly revisions: number[] }>();
  let made = 0;

  const perform = (operation: Operation): Promise<RouteAnswer> => {
    if (operation.kind === "create") {
      const { parent, title, slug } = operation;
      return call(createPost, { as: "ada", body: { parent: { id: parent }, title, slug, overview: [] } });
    }
    const { id, revisions } = ids.get(operation.post)!;
    // A post without a revision had none before.
    const base = operation.base === null ? null : (revisions[operation.base - 1] ?? 0);
    if (operation.kind === "publish") {
      const headers: Record<string, string> = base === null ? {} : { "if-match": `"${base}"` };
      return call(publishPost, { as: "ada", params: { id }, headers });
    }
    const { title, slug } = operation;
    return call(updatePost, { as: "ada", params: { id }, body: { base_revision_id: base, title, slug } });
  };

  const resultOf = (operation: Operation, { status, body }: RouteAnswer): string => {
    if (status >= 300) return body.errors?.slug ? `slug/${body.errors.slug[0].code}` : body.code;
    if (operation.kind !== "publish") return "ok";
    const { revisions } = ids.get(operation.post)!;
    const known = revisions.indexOf(body.published_revision_id);
    // An unknown one was saved by the other operation.
    return `ok ${known < 0 ? revisions.length + 1 : known + 1}`;
  };

  const learn = (operation: Operation, answer: RouteAnswer, key: number): void => {
    if (answer.status >= 300) return;
    if (operation.kind === "create")
      ids.set(key, { id: answer.body.id, revisions: [answer.body.latest_revision_id] });
    if (operation.kind === "update") ids.get(operation.post)!.revisions.push(answer.body.latest_revision_id);
  };

  for (const pair of fc.sample(fc.tuple(choice, choice), { numRuns: 250, seed: 20_261_121 })) {
    const operations = pair.map((chosen) => operationFor(chosen, model, parents));
    const keys = operations.map(() => made++);
    const answers = await Promise.all(operations.map(perform));
    const results = answers.map((answer, index) => resultOf(operations[index]!, answer));
    const orders = [
      [0, 1],
      [1, 0],
    ].map((order) => {
      const outcomes: string[] = [];
      let after = model;
      for (const index of order) {
        const outcome = step(after, operations[index]!, keys[index]!);
        outcomes[index] = outcome.result;
        after = outcome.model;
      }
      return { outcomes, after };
    });
    const matching = orders.find(({ outcomes }) => outcomes.join() === results.join());
    expect(matching, `${JSON.stringify(operations)} gave ${results}`).toBeDefined();
    model = matching!.after;
    for (const [index, operation] of operations.entries()) learn(operation, answers[index]!, keys[index]!);
  }

  expect(model.size).toBeGreaterThan(5);
  for (const [key, post] of model) {
    const { id, revisions } = ids.get(key)!;
    const { body } = await call(readPost, { as: "ada", params: { id } });
    expect(body).toMatchObject({
      title: post.title,
      slug: post.slug,
      page_slug: post.live?.slug ?? post.slug,
      live: post.live !== null,
      status: post.live && !post.hasDraft ? "live" : "draft",
      latest_revision_id: revisions.at(-1),
      previous_revision_id: revisions.at(-2) ?? null,
    });
    const found = await call(lookUpPost, { as: "ada", query: { parent: post.parent, slug: post.slug } });
    expect(found.body.id).toBe(id);
  }
  const live = [...model].filter(([, post]) => post.live);
  const { body } = await call(listPages, { query: { type: "site.Post", limit: 200 } });
  expect(
    body.results
      .map((item: { title: string; meta: { slug: string } }) => [item.title, item.meta.slug])
      .sort(),
  ).toEqual(live.map(([, post]) => [post.live!.title, post.live!.slug]).sort());
  expect(await verifyCatalog()).toEqual([]);
});

import { expect, test } from "vitest";
import { keptPartsAt } from "#lib/surfaces/html/site-context.ts";
import type { ListedPost } from "#lib/themes/page-parts.ts";

test("parts that are shown again are kept for each state of the catalog, view and post", () => {
  const [now, later] = [{}, {}];
  const entryAt = (state: object, view: string, postId: number) =>
    keptPartsAt(state, view).entry(postId, () => ({}) as ListedPost);
  const first = entryAt(now, "https://notes.example plain", 7);
  const second = entryAt(now, "https://notes.example plain", 7);
  expect(second).not.toBe(first);
  expect(entryAt(now, "https://notes.example plain", 7)).toBe(second);
  expect(entryAt(now, "https://notes.example plain", 8)).not.toBe(second);
  expect(entryAt(now, "https://notes.example essay", 7)).not.toBe(second);
  expect(entryAt(now, "https://other.example plain", 7)).not.toBe(second);
  expect(entryAt(later, "https://notes.example plain", 7)).not.toBe(second);
});

import { expect, test } from "vitest";
import type { Client } from "#cli/publish/client.ts";
import { everyItem } from "#cli/publish/every-item.ts";
import { listSeasons } from "#lib/routes/editor-pages.ts";

test("a list is read to its last page, with the same question for each", async () => {
  const asked: unknown[] = [];
  const client = (async (_route: unknown, { params, query }: { params: object; query: { page: number } }) => {
    asked.push({ ...params, ...query });
    const { page } = query;
    return { results: [page * 10, page * 10 + 1], next: page < 3 ? "…" : null };
  }) as unknown as Client;
  expect(await everyItem(client, listSeasons, { params: { id: 7 }, query: { order: "number" } })).toEqual([
    10, 11, 20, 21, 30, 31,
  ]);
  expect(asked).toEqual([1, 2, 3].map((page) => ({ id: 7, order: "number", page, pageSize: 200 })));
});

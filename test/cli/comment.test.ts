import { beforeAll, expect, test } from "vitest";
import { addComment } from "#lib/actions/pages/add-comment.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { useTable } from "#test/support/table.ts";
import { blogWith, post } from "../lib/manifest/site.ts";
import { lectern } from "./lectern.ts";

useTable();

let id = 0;

beforeAll(async () => {
  const { ids } = await applyManifest(blogWith([post("heron")]));
  const written = { parentId: null, name: "Bo", email: "bo@example.org", text: "A heron,\nor two" };
  ({ id } = await addComment(ids.pages["/home/notes/heron"]!, {
    written,
    address: "192.0.2.1",
    publishes: true,
    maxWaiting: { onSite: 10, onPage: 10 },
  }));
});

const listed = async (state: string): Promise<number[]> =>
  JSON.parse((await lectern("comment", "list", "--state", state, "--json")).stdout).map(
    ({ id }: { id: number }) => id,
  );

test("comments that wait are listed on a line each, without addresses", async () => {
  const { status, stdout } = await lectern("comment", "list");
  expect(status).toBe(0);
  expect(stdout).toMatch(
    /ID +PAGE +STATE +SCORE +CREATED +NAME +TEXT\n.* pending +- .* Bo +A heron, or two\n$/,
  );
  expect(stdout).not.toContain("example.org");
});

test.each([
  ["approve", "public"],
  ["remove", "removed"],
  ["refuse", "refused"],
])("%s makes a comment %s", async (verb, state) => {
  const { status, stdout } = await lectern("comment", verb, String(id));
  expect([status, stdout]).toEqual([0, `Comment ${id} of Bo is ${state}.\n`]);
  expect([await listed("pending"), await listed(state)]).toEqual([[], [id]]);
});

test.each([
  ["an id that no comment has", ["approve", "99999"], 1, "There is no comment 99999."],
  ["an id that is none", ["refuse", "x"], 2, "'x' is not the id of a comment"],
  ["a state that is none", ["list", "--state", "seen"], 2, "'seen' is no state"],
])("%s is refused", async (_, args, status, message) => {
  const answer = await lectern("comment", ...args);
  expect([answer.status, answer.stderr]).toEqual([status, expect.stringContaining(message)]);
});

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inflateRawSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPost, publishPost } from "#lib/routes/editor-posts.ts";
import { fillTableFile } from "#lib/store/sqlite/fill-table-file.ts";
import { call } from "#test/support/call.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();

let folder: string;
let table: DatabaseSync;
let section: string;
let postId: number;

beforeAll(async () => {
  const page = await readFile("docs/operations.md", "utf8");
  section = page.split("\n## Looking into the table of one machine\n")[1]!.split("\n## ")[0]!;
  const post = { parent: { id: world.notes }, title: "At the weir", overview_markdown: "Three *herons*." };
  const created = await call(createPost, { as: "ada", body: post });
  postId = created.body.id;
  const base = { base_revision_id: created.body.latest_revision_id };
  await call(publishPost, { as: "ada", params: { id: postId }, body: base });
  folder = await mkdtemp(join(tmpdir(), "lectern-table-test-"));
  const file = join(folder, "table.sqlite");
  await fillTableFile(file, await wholeTable());
  table = new DatabaseSync(file, { readOnly: true });
});

afterAll(async () => {
  table.close();
  await rm(folder, { recursive: true });
});

/** The statements that the page gives to `sqlite3`, and what it shows of their answers, without frames. */
const statements = () =>
  [...section.matchAll(/^sqlite3 -readonly .*?table\.sqlite "([^"]+)"$/gms)].map(([, each]) => each!);

const shown = () => /```text\n(.*?)```/s.exec(section)![1]!;

const rowsOf = (statement: string) =>
  table
    .prepare(statement)
    .all()
    .map((row) => Object.values(row));

test("the statements of the page answer in the columns that it shows", () => {
  const [kinds = "", pages = "", check = ""] = statements();
  const columnsOf = (statement: string) =>
    table
      .prepare(statement)
      .columns()
      .map(({ name }) => name);
  const heads = [...shown().matchAll(/^│(.*[a-z].*)│\n├/gm)].map(([, head]) => head!.split("│"));
  expect(heads.map((head) => head.map((name) => name.trim()))).toEqual([kinds, pages].map(columnsOf));
  expect(rowsOf(kinds)[0]).toEqual(["PAGE", expect.any(Number), expect.any(Number)]);
  expect(rowsOf(pages)).toContainEqual([world.home, "home", "Home"]);
  expect(rowsOf(check)).toEqual([["ok"]]);
  expect(shown().trim().split("\n").at(-1)).toBe("ok");
});

test("the text of a page is where the page's program looks for it, and in that form", () => {
  const [, asked] = /table\.execute\("([^"]+)"\)/.exec(section)!;
  const [[item] = []] = rowsOf(asked!.replace("PAGE#4", `PAGE#${postId}`));
  const { content } = JSON.parse(String(item)) as { readonly content: { readonly $bytes: string } };
  const text = inflateRawSync(Buffer.from(content.$bytes, "base64")).toString();
  expect(JSON.parse(text)).toMatchObject({ title: "At the weir" });
  expect(text).toContain("<i>herons</i>");
});

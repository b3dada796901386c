import { readdir } from "node:fs/promises";
import { beforeAll, expect, test } from "vitest";
import { applyDemo } from "#local/demo.ts";
import { useFiles } from "#test/support/files.ts";
import { useTable } from "#test/support/table.ts";
import { usePublishing } from "./publish-service.ts";

const folder = "examples/field-notes";

useTable();
useFiles();
const service = usePublishing();

let token: string;

beforeAll(async () => {
  ({ token } = await applyDemo());
});

test("the posts of the field notes are published by one command, and unchanged by the next", async () => {
  const names = (await readdir(`${folder}/posts`)).filter((name) => name.endsWith(".md"));
  const files = names.map((name) => `${folder}/posts/${name}`).sort();
  const publish = () => service.publish(...files, "--parent", "/home/notes", "--token", token);
  const first = await publish();
  expect(first).toMatchObject({ status: 0, stderr: "" });
  expect(first.stdout).toMatch(new RegExp(`${files.length} files: ${files.length} published\n$`));
  expect((await publish()).stdout).toMatch(new RegExp(`${files.length} files: ${files.length} unchanged\n$`));
});

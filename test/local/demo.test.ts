import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { demoLines, demoManifest, demoToken, leaveDemo, leftDemo } from "#local/demo.ts";
import { fill } from "#local/fill.ts";
import { PlainError } from "#local/plain-error.ts";
import { useFiles } from "#test/support/files.ts";
import { useTable } from "#test/support/table.ts";

useTable();
useFiles();

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-demo-"));
});

afterAll(() => rm(folder, { recursive: true }));

test("the demo's token is the one in its manifest", async () => {
  const { tokens } = parse(await readFile(demoManifest, "utf8"));
  expect(tokens).toContainEqual(expect.objectContaining({ name: "demo", secret: demoToken }));
});

test("an empty service gets the demo once, and one that is not wanted gets nothing", async () => {
  expect(await fill({ demo: false })).toBeUndefined();
  expect(await fill({ demo: true })).toBeGreaterThan(1);
  expect(await fill({ demo: true })).toBeUndefined();
});

test("a manifest with faults is refused with a line for each of them", async () => {
  const file = join(folder, "bad.yaml");
  await writeFile(file, "version: 2\nzebra: 1\n");
  const refusal = await fill({ manifest: file, demo: false }).catch((error: unknown) => error);
  expect(refusal).toBeInstanceOf(PlainError);
  const lines = (refusal as PlainError).message.split("\n");
  expect(lines.length).toBe(2);
  for (const line of lines) expect(line.startsWith(`${file}:`)).toBe(true);
});

test("what a start leaves is found by the next one", async () => {
  expect(await leftDemo(folder)).toBeUndefined();
  const demo = { url: "http://127.0.0.1:8000", token: demoToken, parent: 3 };
  await leaveDemo(folder, demo);
  expect(await leftDemo(folder)).toEqual(demo);
  expect(demoLines(demo).match(/^ {2}curl /gm)).toHaveLength(3);
});

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { isLoopback } from "#lib/outbound/loopback.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { fill } from "#local/fill.ts";
import { useTable } from "#test/support/table.ts";

useTable();

let folder: string;
let manifest: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-fill-"));
  manifest = join(folder, "site.yaml");
  await writeFile(manifest, "version: 1\nusers: [{username: ada, password: marsh-hen}]\n");
});
afterAll(() => rm(folder, { recursive: true }));

const complaint = "users[0].password: the password has 9 characters; at least 12 are expected";

test("a short password is refused where other machines reach the service", async () => {
  const filled = fill({ manifest, demo: false, host: "0.0.0.0", folder: undefined });
  await expect(filled).rejects.toThrow(`${manifest}:2: ${complaint}`);
  expect(await readUserByName("ada")).toBeUndefined();
});

test("and warned of where only this machine does", async () => {
  const told = vi.spyOn(console, "error").mockImplementation(() => {});
  await fill({ manifest, demo: false, host: "127.0.0.1", folder: undefined });
  expect(told.mock.calls.flat()).toEqual([
    `${manifest}:2: ${complaint.replace("the password", "warning: the password")}`,
  ]);
  told.mockRestore();
  expect(await readUserByName("ada")).toBeDefined();
});

test.each([
  ["localhost", true],
  ["127.0.0.1", true],
  ["127.9.8.7", true],
  ["::1", true],
  ["0.0.0.0", false],
  ["::", false],
  ["192.168.0.1", false],
  ["127.example.org", false],
])("%s is a loopback address: %s", (host, expected) => {
  expect(isLoopback(host)).toBe(expected);
});

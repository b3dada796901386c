import { readdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { publishPost, readPost, updatePost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { useWorld } from "#test/support/world.ts";
import { usePublishing } from "../publish-service.ts";

/** The steps that a run may still take before it is killed. */
const steps = vi.hoisted(() => ({ left: Number.POSITIVE_INFINITY, ended: () => {} }));

// A text is written in two halves. After the last step, nothing that a run awaits is ever done.
vi.mock("node:fs/promises", async (importOriginal) => {
  const own = await importOriginal<typeof import("node:fs/promises")>();
  const never = () => new Promise<never>(() => {});
  const step = async (carryOut: () => Promise<void>): Promise<void> => {
    if (steps.left <= 0) return never();
    await carryOut();
    if (--steps.left > 0) return;
    steps.ended();
    return never();
  };
  const isPart = (file: unknown): boolean => String(file).endsWith(".part");
  const writeFile = async (file: string, text: string, options: object) => {
    if (!isPart(file)) return own.writeFile(file, text, options);
    await step(() => own.writeFile(file, text.slice(0, text.length / 2), options));
    await step(() => own.appendFile(file, text.slice(text.length / 2)));
  };
  const rename = (from: string, to: string) =>
    isPart(from) ? step(() => own.rename(from, to)) : own.rename(from, to);
  return { ...own, writeFile, rename };
});

useWorld();
const service = usePublishing();

/** Runs a command and kills it after so many steps; true if it was. */
const isKilledAfter = async (count: number, run: () => Promise<unknown>): Promise<boolean> => {
  const killed = new Promise<boolean>((resolve) => {
    Object.assign(steps, { left: count, ended: () => resolve(true) });
  });
  const isKilled = await Promise.race([run().then(() => false), killed]);
  steps.left = Number.POSITIVE_INFINITY;
  return isKilled;
};

const pageOf = async (source: string, file: string) => {
  const { results } = (await call(listEditablePages, { as: "ada", query: { source } })).body;
  const { id } = results.find((each: { source: { path: string } | null }) => each.source?.path === file);
  return (await call(readPost, { as: "ada", params: { id } })).body;
};

test("a pull that is killed after any step leaves each file whole, old or new, and the next one completes it", async () => {
  let isKilled = true;
  let count = 0;
  while (isKilled) {
    const name = `killed-${++count}`;
    const files = ["ice", "thaw"].map((word) => `${name}-${word}.md`);
    const before = (file: string) => `---\ntitle: ${file}\n---\n\nMud, ${"and mud, ".repeat(20)}.\n`;
    const after = (file: string) => before(file).replace("Mud", "Snow");
    let folder = "";
    for (const file of files) folder = dirname(await service.write(join(name, file), before(file)));
    const run = (command: string) => service.run(command, folder, "--parent", "/home/notes", "--json");
    expect((await run("publish")).status).toBe(0);
    for (const file of files) {
      const { id, latest_revision_id, detail } = await pageOf(name, file);
      const edited = detail.map(({ type, value }: { type: string; value: string }) => ({
        ...{ type, value: value.replace("Mud", "Snow") },
      }));
      const body = { base_revision_id: String(latest_revision_id), detail: edited };
      expect((await call(updatePost, { as: "su", params: { id }, body })).status).toBe(200);
      await call(publishPost, { as: "su", params: { id } });
    }
    isKilled = await isKilledAfter(count, () => run("pull"));
    for (const file of files)
      expect([before(file), after(file)]).toContain(await readFile(join(folder, file), "utf8"));
    expect((await run("pull")).status).toBe(0);
    for (const file of files) expect(await readFile(join(folder, file), "utf8")).toBe(after(file));
    expect((await readdir(folder)).sort()).toEqual(files);
    expect(JSON.parse((await run("plan")).stdout).counts).toMatchObject({ unchanged: 2 });
  }
  // Both halves and the new name of each file.
  expect(count - 1).toBe(6);
});

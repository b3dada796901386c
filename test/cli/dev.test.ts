import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { followSaves } from "#cli/dev/follow-saves.ts";
import { watchFolder } from "#cli/dev/watch-folder.ts";
import { main } from "#cli/main.ts";
import { packedLectern } from "#cli/packed-commands.ts";
import { addressIn, ended, ownEnvironment, startProgram, temporaryFolder } from "#test/support/programs.ts";
import { useWorld } from "#test/support/world.ts";
import { lecternIn } from "./lectern.ts";
import { usePublishing } from "./publish-service.ts";

useWorld();
const service = usePublishing();

const post = (title: string, ...keys: string[]): string =>
  ["---", `title: ${title}`, ...keys, "---", "", `Of ${title}.`, ""].join("\n");

describe("a followed folder", () => {
  /** A folder whose changes, pauses and runs are steps of the test. */
  const follow = () => {
    const asked: string[] = [];
    const steps = new Map<string, PromiseWithResolvers<void>>();
    const arrivals = new Map<string, PromiseWithResolvers<void>>();
    const promiseIn = (all: typeof steps, name: string) => {
      const found = all.get(name) ?? Promise.withResolvers<void>();
      all.set(name, found);
      return found;
    };
    const step = (kind: string) => async () => {
      const name = `${kind} ${asked.filter((each) => each.startsWith(kind)).length + 1}`;
      asked.push(name);
      promiseIn(arrivals, name).resolve();
      await promiseIn(steps, name).promise;
    };
    const end = Promise.withResolvers<void>();
    let changed = () => {};
    let isWatched = false;
    const watch = (callback: () => void) => {
      [changed, isWatched] = [callback, true];
      return {
        [Symbol.dispose]: () => {
          isWatched = false;
        },
      };
    };
    const finished = followSaves({ publish: step("run"), pause: step("pause"), watch }, end.promise);
    return {
      ...{ asked, finished, end: end.resolve },
      change: () => changed(),
      isWatched: () => isWatched,
      begun: (name: string) => promiseIn(arrivals, name).promise,
      done: (name: string) => promiseIn(steps, name).resolve(),
    };
  };

  test("is published at once, and after a change when nothing has changed for a moment", async () => {
    const { asked, begun, done, change, end, finished, isWatched } = follow();
    await begun("run 1");
    done("run 1");
    change();
    await begun("pause 1");
    change();
    change();
    done("pause 1");
    await begun("pause 2");
    done("pause 2");
    await begun("run 2");
    expect(asked).toEqual(["run 1", "pause 1", "pause 2", "run 2"]);
    end();
    done("run 2");
    await finished;
    expect(isWatched()).toBe(false);
  });

  test("is published again for a change during a run, which is not seen by that run, and never twice at once", async () => {
    const { asked, begun, done, change, end, finished } = follow();
    await begun("run 1");
    change();
    change();
    expect(asked).toEqual(["run 1"]);
    done("run 1");
    await begun("pause 1");
    done("pause 1");
    await begun("run 2");
    done("run 2");
    end();
    await finished;
    expect(asked).toEqual(["run 1", "pause 1", "run 2"]);
  });

  test("is left alone from the end on, also in a pause", async () => {
    const { asked, begun, done, change, end, finished } = follow();
    await begun("run 1");
    done("run 1");
    change();
    await begun("pause 1");
    end();
    await finished;
    expect(asked).toEqual(["run 1", "pause 1"]);
  });
});

describe("a watched folder", () => {
  /** Watches from now on; `seen` waits for a change of a path, however long it takes. */
  const watching = (folder: string) => {
    let changes: string[] = [];
    let next = Promise.withResolvers<void>();
    const watched = watchFolder(folder, (path) => {
      changes.push(path);
      next.resolve();
    });
    const seen = async (path: string) => {
      while (!changes.includes(path)) {
        await next.promise;
        next = Promise.withResolvers();
      }
      changes = [];
    };
    return { seen, [Symbol.dispose]: () => watched[Symbol.dispose]() };
  };

  test("tells of files that are made, changed, replaced by another one, and removed", async () => {
    const folder = await temporaryFolder();
    const outside = await temporaryFolder();
    const file = join(folder, "a.md");
    const changes = [
      () => writeFile(file, "one"),
      () => writeFile(file, "two"),
      async () => {
        await writeFile(join(outside, "b"), "three");
        await rename(join(outside, "b"), file);
      },
      () => rm(file),
    ];
    for (const change of changes) {
      using watched = watching(folder);
      await change();
      await watched.seen(file);
    }
  });

  test("tells of folders in it, also of new ones, and of one that takes the place of another", async () => {
    const folder = await temporaryFolder();
    const outside = await temporaryFolder();
    const [old, spring] = [join(folder, "winter/ice"), join(folder, "spring")];
    await mkdir(old, { recursive: true });
    using watched = watching(folder);
    await writeFile(join(old, "a.md"), "one");
    await watched.seen(join(old, "a.md"));
    await mkdir(spring);
    await watched.seen(spring);
    await writeFile(join(spring, "a.md"), "one");
    await watched.seen(join(spring, "a.md"));
    await mkdir(join(outside, "other"));
    await rename(spring, join(outside, "spring"));
    await rename(join(outside, "other"), spring);
    // Told of after the two, because changes of one folder are told of in their order.
    await writeFile(join(folder, "mark"), "");
    await watched.seen(join(folder, "mark"));
    await writeFile(join(spring, "b.md"), "one");
    await watched.seen(join(spring, "b.md"));
  });
});

test("a folder is published to a running service as files are saved, and faults end nothing", async () => {
  const folder = join(await temporaryFolder(), "dev-remote");
  await mkdir(folder);
  await writeFile(join(folder, "dev-a.md"), post("A"));
  const interruption = Promise.withResolvers<void>();
  let said = "";
  let spoke = Promise.withResolvers<void>();
  const write = (text: string) => {
    said += text;
    spoke.resolve();
  };
  const toldOf = async (text: string) => {
    while (!said.includes(text)) {
      await spoke.promise;
      spoke = Promise.withResolvers();
    }
  };
  const args = ["dev", folder, "--url", service.url, "--parent", "/home/notes", "--prune"];
  const run = main(packedLectern, args, {
    environment: { LECTERN_TOKEN: "ada" },
    stdin: Readable.from([]),
    ...{ stdout: { write }, stderr: { write } },
    untilInterrupted: () => interruption.promise,
  });
  await toldOf("published  /notes/dev-a/");
  await writeFile(join(folder, "dev-b.md"), "---\ntitle: [\n---\n");
  await toldOf(`${join(folder, "dev-b.md")}:`);
  await writeFile(join(folder, "dev-b.md"), post("B"));
  await toldOf("published  /notes/dev-b/");
  await rm(join(folder, "dev-a.md"));
  await toldOf("unpublished  dev-a.md");
  interruption.resolve();
  expect(await run).toBe(0);
});

test("the package has no service, and says so; a folder has to be there", async () => {
  const run = (...args: string[]) => lecternIn({}, "", ["dev", ...args], packedLectern);
  expect(await run(".")).toMatchObject({
    status: 2,
    stderr: expect.stringMatching(/^This lectern has no service of its own: .*--url/),
  });
  expect(await run("nowhere", "--url", service.url)).toMatchObject({
    status: 1,
    stderr: "There is no folder nowhere.\n",
  });
});

test("a service of its own serves the folder with what its files name, until it is interrupted", async () => {
  const folder = await temporaryFolder();
  const posts = join(folder, "marsh");
  await mkdir(posts);
  await writeFile(
    join(posts, "to-come.md"),
    post("To come", "date: 2099-01-01", "categories: [birds]", "authors: bo"),
  );
  const args = ["cli/lectern.js", "dev", posts, "--port=0", `--data=${join(folder, "data")}`];
  const program = startProgram(process.execPath, args, { env: ownEnvironment() });
  const lines = createInterface(program.stdout!)[Symbol.asyncIterator]();
  const lineWith = async (text: string): Promise<string> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done || value.includes(text)) return value ?? "";
    }
  };
  const address = addressIn(await lineWith("The site is at"));
  expect(address).toMatch(/\/marsh\/$/);
  expect(await lineWith("/marsh/to-come/")).toMatch(/^published /);
  const pageAt = async (path: string) => (await fetch(new URL(path, address))).text();
  expect(await pageAt("/marsh/to-come/")).toContain("Of To come.");
  await writeFile(join(posts, "new.md"), post("New", "categories: [weather]"));
  expect(await lineWith("published  /marsh/new/")).not.toBe("");
  expect(await pageAt("/marsh/new/")).toContain("Of New.");
  program.kill("SIGINT");
  expect(await ended(program)).toBe(0);
});

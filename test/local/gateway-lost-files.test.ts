import { rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { handler as snapshotCatalog } from "#functions/jobs/snapshot-catalog.ts";
import { storedChanges } from "#lib/catalog/following/stored-changes.ts";
import { snapshotsFolder } from "#lib/catalog/snapshots/snapshot-note.ts";
import { storedWords } from "#lib/catalog/words/index-changed-pages.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { type Gateway, startGateway } from "#local/gateway.ts";
import { roomyPlaces } from "#test/support/capture.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { useFiles } from "#test/support/files.ts";
import { loadFunction } from "#test/support/functions.ts";
import { verifyCatalog } from "#test/support/verify-catalog.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();

let folder: string;
let gateway: Gateway;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "lectern-lost-files-"));
  process.env.CATALOG_FILE = join(folder, "catalog.db");
  process.env.FULL_TEXT_FILE = join(folder, "words.db");
  gateway = await startGateway({ routes, fallback, load: loadFunction, places: roomyPlaces });
  for (let made = 0; made < 3; made++) await createLivePost(world.notes, { title: `Heron ${made}` });
});

afterEach(() => {
  vi.restoreAllMocks();
});

afterAll(async () => {
  await gateway.stop();
  rmSync(folder, { recursive: true });
});

const paths = [
  "/api/cms/pages/?type=site.Post&order=title&fields=title,body",
  "/api/cms/pages/?type=site.Post&slug=post-2",
  "/api/cms/pages/?search=heron",
  "/api/cms/pages/?type=site.Blog",
];

/** Answers to strangers are cached; hers are not. */
const headers = { authorization: "Bearer su" };

const answerAt = async (path: string) => {
  const response = await fetch(gateway.url + path, { headers });
  return { status: response.status, body: await response.text() };
};

const allAnswers = () => Promise.all(paths.map(answerAt));

/** Reads every few milliseconds while something happens to the files; gives the answers. */
const readDuring = async (happen: () => void) => {
  const answers: Awaited<ReturnType<typeof allAnswers>>[] = [];
  let isOver = false;
  const read = async (): Promise<void> => {
    while (!isOver) {
      answers.push(await allAnswers());
      await pause(10);
    }
  };
  const readers = [read(), read(), read()];
  await pause(50);
  happen();
  await pause(300);
  isOver = true;
  await Promise.all(readers);
  return answers;
};

const removeSnapshots = async (): Promise<void> => {
  const files = await openFiles();
  for await (const { key } of files.list(snapshotsFolder)) await files.delete(key);
};

const file = (name: string) => join(folder, name);

const damages: readonly (readonly [string, (name: string) => void, string])[] = [
  ["deleted", (name) => rmSync(file(name)), "gone"],
  ["emptied", (name) => truncateSync(file(name)), "changed"],
  ["cut off", (name) => truncateSync(file(name), statSync(file(name)).size - 4_096), "changed"],
  ["overwritten", (name) => writeFileSync(file(name), "x".repeat(100_000)), "changed"],
  [
    "replaced",
    (name) => {
      rmSync(file(name));
      writeFileSync(file(name), "");
    },
    "changed",
  ],
];

/** The files, their names in the log, and what making them reads. */
const lost = [
  {
    name: "catalog.db",
    called: "The catalog file",
    watchStore: () => vi.spyOn(storedChanges, "listings"),
  },
  { name: "words.db", called: "The file of words", watchStore: () => vi.spyOn(storedWords, "at") },
];

const cases = lost.flatMap((which) =>
  damages.flatMap(([what, damage, word]) =>
    [true, false].map((hasSnapshot) => ({ ...which, what, damage, word, hasSnapshot })),
  ),
);

test.each(cases)(
  "$name is $what while it is read, with a snapshot: $hasSnapshot; it is made anew, readers are answered as before, and the log has one line",
  async ({ name, called, watchStore, damage, word, hasSnapshot }) => {
    if (hasSnapshot) await snapshotCatalog();
    else await removeSnapshots();
    const expected = await allAnswers();
    expect(expected.map(({ status }) => status)).toEqual(paths.map(() => 200));
    const asked = watchStore().mock.calls;
    using log = captureLog();
    for (const answers of await readDuring(() => damage(name))) expect(answers).toEqual(expected);
    expect(log.lines.map(({ warning }) => warning)).toEqual([
      expect.stringContaining(`${called} is ${word}: ${file(name)} is made anew.`),
    ]);
    expect(asked).toHaveLength(hasSnapshot ? 0 : 1);
    vi.restoreAllMocks();
    expect(await verifyCatalog()).toEqual([]);
  },
);

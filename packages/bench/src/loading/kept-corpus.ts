import { createHash } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { benchOf, type Tree, thisTree } from "#bench/processes/tree.ts";
import { askOnce } from "#bench/processes/worker.ts";
import type { CorpusIds } from "./load-corpus.ts";
import type { Load } from "./load-process.ts";

/** A data directory with a corpus, which one run may change. */
export interface LoadedSite {
  readonly data: string;
  readonly ids: CorpusIds;
  readonly remove: () => Promise<void>;
}

/**
 * A data directory with a corpus. The first run loads it and keeps a copy in the system's temporary folder;
 * later runs copy that, until the code that decides what is stored changes.
 */
export const loadedSite = async (
  posts: number,
  { fresh }: { readonly fresh: boolean },
  tree: Tree = thisTree,
): Promise<LoadedSite> => {
  // Under a name of its own, so that a comparison with another tree does not remove the corpora of this one.
  const name = tree === thisTree ? "lectern-bench" : "lectern-bench-other";
  const kept = join(tmpdir(), `${name}-${posts}-${await versionOfStored(tree)}`);
  if (fresh) await rm(kept, { recursive: true, force: true });
  const ids = (await readIds(kept)) ?? (await keep(kept, posts, tree));
  const run = await mkdtemp(join(tmpdir(), "lectern-bench-run-"));
  const data = join(run, "data");
  await cp(join(kept, "data"), data, { recursive: true, mode: constants.COPYFILE_FICLONE });
  return { data, ids, remove: () => rm(run, { recursive: true, force: true, maxRetries: 5 }) };
};

const readIds = async (kept: string): Promise<CorpusIds | undefined> => {
  const text = await readFile(join(kept, "ids.json"), "utf8").catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as CorpusIds);
};

/** Renamed as the last step, so that an interrupted run leaves no incomplete corpus. */
const keep = async (kept: string, posts: number, tree: Tree): Promise<CorpusIds> => {
  const draft = await mkdtemp(`${kept}-draft-`);
  const data = join(draft, "data");
  await mkdir(data);
  const ids = await askOnce<Load, CorpusIds>("loading/load-process.ts", {}, { data, posts }, tree);
  await writeFile(join(draft, "ids.json"), JSON.stringify(ids));
  await rename(draft, kept);
  await removeOthers(kept);
  return ids;
};

/** Removes corpora of other versions. */
const removeOthers = async (kept: string): Promise<void> => {
  const withoutVersion = (name: string) => name.replace(/-[0-9a-f]{12}$/, "");
  for (const name of await readdir(tmpdir())) {
    const path = join(tmpdir(), name);
    if (path !== kept && name !== withoutVersion(name) && withoutVersion(path) === withoutVersion(kept))
      await rm(path, { recursive: true, force: true });
  }
};

/** The folders whose code decides what is stored, beside the benchmark's own. */
const deciding = [
  "lib/actions",
  "lib/blocks",
  "lib/files",
  "lib/manifest",
  "lib/media",
  "lib/pages",
  "lib/richtext",
  "lib/search",
  "lib/store",
];

const versionOfStored = async (tree: Tree): Promise<string> => {
  const hash = createHash("sha256");
  const own = ["corpus", "loading"].map((folder) => join(benchOf(tree), folder));
  const others = deciding.map((folder) => join(tree, folder));
  const numbers = join(tree, "test/support/random.ts");
  for (const folder of [...own, ...others]) {
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    for (const path of paths.toSorted()) hash.update(relative(tree, path)).update(await readFile(path));
  }
  // Earlier commits had it among the corpus.
  if (existsSync(numbers)) hash.update(await readFile(numbers));
  return hash.digest("hex").slice(0, 12);
};

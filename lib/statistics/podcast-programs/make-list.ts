/**
 * Makes `list.json`, for `npm run programs -- FOLDER COMMIT`, and its examples, which the tests have. FOLDER
 * is a clone of https://github.com/opawg/user-agents-v2 at COMMIT (OPAWG, MIT):
 * the list of podcast apps that services of this field count by. Only its data are taken, as they are.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

interface Entry {
  readonly name: string;
  readonly pattern: string;
  readonly category?: string;
  readonly examples?: readonly string[];
}

const [folder = "", commit = ""] = process.argv.slice(2);

const entriesOf = async (kind: string): Promise<readonly Entry[]> =>
  JSON.parse(await readFile(join(folder, "src", `${kind}.json`), "utf8")).entries;

const [bots, apps, libraries, browsers] = await Promise.all(
  ["bots", "apps", "libraries", "browsers"].map(entriesOf),
);
const pairs = (entries: readonly Entry[] = []) => entries.map(({ name, pattern }) => [name, pattern]);
const isBot = ({ category }: Entry) => category === "bot";

const writeJson = (url: URL, value: unknown) => writeFile(url, `${JSON.stringify(value, undefined, 2)}\n`);

await writeJson(new URL("list.json", import.meta.url), {
  source: "https://github.com/opawg/user-agents-v2",
  commit,
  license: await readFile(join(folder, "LICENSE"), "utf8"),
  bots: pairs(bots),
  apps: pairs(apps),
  libraries: pairs(libraries),
  botLibraries: libraries?.filter(isBot).map(({ name }) => name),
  browsers: pairs(browsers),
});
const examples = (entries: readonly Entry[] = []) =>
  Object.fromEntries(
    entries.flatMap(({ name, examples: some = [] }) => (some.length > 0 ? [[name, some]] : [])),
  );
await writeJson(new URL("../../../test/lib/statistics/podcast-program-examples.json", import.meta.url), {
  bots: examples(bots),
  apps: examples(apps),
  libraries: examples(libraries),
  browsers: examples(browsers),
});

import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join } from "node:path";
import type { FrontMatterField } from "./front-matter.ts";
import { hiddenByScript } from "./hidden-by-script.ts";
import { SettingsOfTools } from "./settings-of-tool.ts";
import { plainKey, saysVisibility } from "./visibility.ts";
import type { PostFile } from "./walk.ts";

type Fields = ReadonlyMap<string, FrontMatterField>;

/**
 * What a folder says in one place of who may see its posts: Eleventy's `posts.json` or `posts.11tydata.json`
 * in the folder `posts`, also in JavaScript; what Eleventy's data beside a file say of its post; and what
 * Hugo's `_index` files and the settings say.
 */
export class KeysOfFolders {
  readonly #byFolder = new Map<string, Promise<Fields>>();
  readonly #settings = new SettingsOfTools();

  /** Settings of the sites of these posts that are not read. */
  ignored(): Promise<readonly string[]> {
    return this.#settings.ignored();
  }

  /** The keys for a post; those of inner folders count more. */
  async of({ file, origin }: PostFile): Promise<Fields> {
    const depth = origin?.path.split("/").length ?? 1;
    let folder = dirname(file);
    let shared = await dataOf(folder, basename(file, extname(file)));
    for (let above = 0; above < depth; above++) {
      const read = this.#byFolder.get(folder) ?? dataOf(folder, basename(folder));
      this.#byFolder.set(folder, read);
      shared = new Map([...(await read), ...shared]);
      folder = dirname(folder);
    }
    return withKeysOfFolder(shared, await this.#settings.of(file, depth));
  }
}

/** Own keys count more than shared ones, however they are written. */
export const withKeysOfFolder = (own: Fields, shared: Fields): Fields => {
  const said = new Set([...own.keys()].map(plainKey));
  return new Map([...[...shared].filter(([key]) => !said.has(plainKey(key))), ...own]);
};

/** What the data files of Eleventy with this name say. */
const dataOf = async (folder: string, name: string): Promise<Fields> => {
  const read = (ending: string) => readFile(join(folder, name + ending), "utf8").catch(() => undefined);
  const [json, data, ...scripts] = await Promise.all(
    [".json", ".11tydata.json", ".11tydata.js", ".11tydata.cjs", ".11tydata.mjs"].map(read),
  );
  return new Map([
    ...[json, data].flatMap((text) => [...dataIn(text)]),
    ...scripts.flatMap((text) => [...visibilityAmong(Object.entries(hiddenByScript(text ?? "")))]),
  ]);
};

const dataIn = (text: string | undefined): Fields => {
  try {
    const values: unknown = JSON.parse(text ?? "{}");
    const members = typeof values === "object" && values !== null ? Object.entries(values) : [];
    return visibilityAmong(
      members.filter(([, value]) => typeof value !== "object").map(([key, value]) => [key, String(value)]),
    );
  } catch {
    return new Map();
  }
};

const visibilityAmong = (entries: readonly (readonly [string, string])[]): Fields =>
  new Map(entries.filter(([key]) => saysVisibility(key)).map(([key, text]) => [key, { line: 1, text }]));

import { linesAt, linesOfFile } from "#importers/open-source.ts";
import { parseImportOptions } from "#importers/options.ts";
import { runImport } from "#importers/run-import.ts";
import { readGhost } from "#importers/sources/ghost/ghost.ts";
import { readFeedOf } from "#importers/sources/rss/read-feed.ts";
import { astro } from "#importers/sources/static/astro.ts";
import { eleventy } from "#importers/sources/static/eleventy.ts";
import type { Generator } from "#importers/sources/static/generator.ts";
import { hugo, jekyll } from "#importers/sources/static/generators.ts";
import { readStaticFolder } from "#importers/sources/static/static-folder.ts";
import { readWordpress } from "#importers/sources/wordpress/wordpress.ts";
import type { RunCommand } from "./output.ts";

/** `lectern import rss`: writes a folder of Markdown from the feed of a podcast or blog. */
export const importRss: RunCommand = async (args, context) => {
  const options = parseImportOptions(args, "URL|FILE");
  const { from, allowPrivate, kind } = options;
  const isAddress = /^https?:\/\//i.test(from);
  const lines = await (isAddress ? linesAt(from, allowPrivate) : linesOfFile(from));
  return runImport(
    await readFeedOf(from, lines, { address: isAddress ? from : undefined, kind }),
    options,
    context,
  );
};

/** `lectern import wordpress`: from the file that WordPress exports (Tools, Export). */
export const importWordpress: RunCommand = async (args, context) => {
  const options = parseImportOptions(args, "FILE.xml");
  const { from, kind } = options;
  return runImport(await readWordpress(from, await linesOfFile(from), kind), options, context);
};

/** `lectern import ghost`: from the file that Ghost exports. */
export const importGhost: RunCommand = async (args, context) => {
  const options = parseImportOptions(args, "FILE.json");
  const { from, site } = options;
  const lines: string[] = [];
  for await (const line of await linesOfFile(from)) lines.push(line);
  return runImport(readGhost(from, lines.join("\n"), site), options, context);
};

const importFolder =
  (generator: Generator): RunCommand =>
  async (args, context) => {
    const options = parseImportOptions(args, "FOLDER");
    return runImport(await readStaticFolder(options.from, generator, options.site), options, context);
  };

/** `lectern import hugo` and the like: from the folder of a site that was made by another tool. */
export const importHugo = importFolder(hugo);
export const importJekyll = importFolder(jekyll);
export const importAstro = importFolder(astro);
export const importEleventy = importFolder(eleventy);

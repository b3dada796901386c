import { linesAt, linesOfFile } from "#cli/import/open-source.ts";
import { parseImportOptions } from "#cli/import/options.ts";
import { runImport } from "#cli/import/run-import.ts";
import { readRss } from "#cli/import/sources/rss.ts";
import { readWordpress } from "#cli/import/sources/wordpress.ts";
import type { RunCommand } from "./output.ts";

/** `lectern import rss`: writes a folder of Markdown from the feed of a podcast or blog. */
export const importRss: RunCommand = async (args, context) => {
  const options = parseImportOptions(args, "URL|FILE");
  const { from } = options;
  const isAddress = /^https?:\/\//i.test(from);
  const lines = await (isAddress ? linesAt(from) : linesOfFile(from));
  return runImport(await readRss(from, lines, isAddress ? from : undefined), options, context);
};

/** `lectern import wordpress`: from the file that WordPress exports (Tools, Export). */
export const importWordpress: RunCommand = async (args, context) => {
  const options = parseImportOptions(args, "FILE.xml");
  return runImport(await readWordpress(options.from, await linesOfFile(options.from)), options, context);
};

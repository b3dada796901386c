import { readFile, writeFile } from "node:fs/promises";
import { generatedFiles } from "./generated-files.ts";

const root = new URL("../../", import.meta.url);

const isCurrent = async (path: string, text: string): Promise<boolean> =>
  (await readFile(new URL(path, root), "utf8").catch(() => "")) === text;

/** Writes the generated files. With `--check`, only names those that are out of date, and fails. */
const main = async (checkOnly: boolean): Promise<void> => {
  for (const [path, text] of Object.entries(generatedFiles())) {
    if (await isCurrent(path, text)) continue;
    if (checkOnly) {
      console.error(`${path} is out of date; run \`npm run openapi\`.`);
      process.exitCode = 1;
    } else {
      await writeFile(new URL(path, root), text);
      console.log(`wrote ${path}`);
    }
  }
};

await main(process.argv.includes("--check"));

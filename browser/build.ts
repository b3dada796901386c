import { hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { reservedIdsFile, reservedIdsModule } from "./reserved-ids.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Each is a folder with a `main.ts`, and one script. */
const scripts = ["player", "gallery", "embeds", "search", "filters", "api-docs"] as const;

/** Where the scripts are kept: functions carry them, and no deployment has to build them. */
export const scriptNamesFile = `${root}lib/themes/script-names.ts`;
export const scriptTextsFile = `${root}lib/themes/script-texts.ts`;

/** A script for browsers of the last three years. */
const builtScript = async (folder: string): Promise<string> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [`browser/${folder}/main.ts`],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    charset: "utf8",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
};

const generated = "// Generated from browser/ by `npm run scripts`.";

/** The module of the ids that a heading of a post cannot have. */
export const reservedIds = (): string =>
  reservedIdsModule(
    "// Generated from lib/themes, browser/ and TypeScript's types of pages by `npm run scripts`.",
  );

/** The modules of the names and of the texts. Pages have names only, so that their function carries no texts. */
export const scriptModules = async (): Promise<{ readonly names: string; readonly texts: string }> => {
  const built = await Promise.all(
    scripts.map(async (folder) => {
      const text = await builtScript(folder);
      return { folder, text, name: `${folder}-${hash("sha256", text, "hex").slice(0, 12)}.js` };
    }),
  );
  return {
    names: `${generated}

/** The names of the scripts, which change with their texts. */
export const scriptNames = {
${built.map(({ folder, name }) => `  ${/^\w+$/.test(folder) ? folder : JSON.stringify(folder)}: ${JSON.stringify(name)},`).join("\n")}
} as const;
`,
    texts: `${generated}

/** The scripts by their names. */
export const scriptTexts: ReadonlyMap<string, string> = new Map([
${built.map(({ name, text }) => `  [${JSON.stringify(name)}, ${JSON.stringify(text)}],`).join("\n")}
]);
`,
  };
};

if (import.meta.main) {
  const { names, texts } = await scriptModules();
  await writeFile(scriptNamesFile, names);
  await writeFile(scriptTextsFile, texts);
  await writeFile(reservedIdsFile, reservedIds());
}

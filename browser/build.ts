import { hash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Where the script is kept: functions carry it, and no deployment has to build it. */
export const playerScriptFile = `${root}lib/themes/player-script.ts`;

/** The script of players, for browsers of the last three years, as the module that `playerScriptFile` is. */
export const playerScriptModule = async (): Promise<string> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["browser/player/main.ts"],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    charset: "utf8",
    write: false,
  });
  const [{ text } = { text: "" }] = outputFiles;
  const name = `player-${hash("sha256", text, "hex").slice(0, 12)}.js`;
  return `// Generated from browser/player by \`npm run player\`.

/** The script's name, which changes with its text. */
export const playerScript = ${JSON.stringify(name)};

export const playerScriptText = ${JSON.stringify(text)};
`;
};

if (import.meta.main) await writeFile(playerScriptFile, await playerScriptModule());

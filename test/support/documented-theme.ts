import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { root } from "./sources.ts";

/** Writes the theme of docs/themes.md into a folder; gives the setting that the document has for it. */
export const writeDocumentedTheme = async (folder: string): Promise<string> => {
  const text = await readFile(join(root, "docs/themes.md"), "utf8");
  const files = text.matchAll(/In `(themes\/[^`]+)`:\n\n```js\n(.*?)```/gs);
  for (const [, name = "", source = ""] of files) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), source);
  }
  return /SITE_CUSTOM_THEMES='([^']*)'/.exec(text)![1]!;
};

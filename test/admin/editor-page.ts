import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A script for browsers, as the admin's are built. */
export const builtForBrowser = async (entry: string): Promise<string> => {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2023",
    charset: "utf8",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
};

const tokens = `
:root { color-scheme: light dark; --ink: #1d1d1b; --muted: #6b6a65; --paper: #fffefb; --surface: #f4f2ec; --line: #dedbd2;
  --accent: #9a3412; --accent-ink: #fff; --danger: #b42318; --radius: 10px;
  --font: system-ui, sans-serif; --serif: "Iowan Old Style", "Palatino Linotype", Georgia, serif; --mono: ui-monospace, monospace; }
@media (prefers-color-scheme: dark) { :root { --ink: #ece9e1; --muted: #a19d92; --paper: #171614; --surface: #22201d;
  --line: #3a3732; --accent: #f0a37a; --accent-ink: #1d120b; --danger: #ff8a7a; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 var(--font); }
main { max-width: 46rem; margin: 0 auto; padding: clamp(1rem, 5vw, 4rem) clamp(1rem, 5vw, 2rem) 40vh; }
output { position: fixed; inset-inline: 0; bottom: 0; padding: .25rem 1rem; color: var(--muted); font-size: .8rem; }
`;

/** The style sheets of a page with the editor: the colours that the shell gives, and the editor's. */
export const editorStyle = async (): Promise<string> =>
  tokens + (await readFile(`${root}browser/admin/editor/text/text.css`, "utf8"));

/** A page around the script, as the shell is: no script and no style stands in it. */
export const editorHtml = (title: string): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<title>${title}</title><link rel="stylesheet" href="/style.css"><body><main><h1>${title}</h1><div id="place"></div></main><output id="output"></output>
<script type="module" src="/script.js"></script></body></html>`;

/** The policy of the admin's pages, as far as it is about the editor. */
export const editorPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; media-src 'self'; connect-src 'self'";

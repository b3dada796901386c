import path from "node:path";
import type { ThemeModule } from "#lib/settings/own-themes.ts";

/** True for functions that make pages in the themes of the site. */
export const showsPages = (id: string): boolean =>
  /^(fallback$|accounts\/|cms\/|preview-links\/show$|site\/(media|pages)\/|editor\/\w+\/preview$)/.test(id);

/** The source of a function that has the site's own themes; `root` is the folder of the project. */
export const themedEntry = (id: string, modules: readonly ThemeModule[], root: string): string => {
  const quoted = (file: string): string => JSON.stringify(path.resolve(root, file));
  return `import { addOwnTheme } from ${quoted("lib/settings/own-themes.ts")};
${modules
  .map(({ slug, file }) => `await addOwnTheme(${JSON.stringify(slug)}, () => import(${quoted(file)}));`)
  .join("\n")}
export { handler } from ${quoted(`functions/${id}.ts`)};
`;
};

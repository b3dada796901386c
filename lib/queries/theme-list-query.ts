import { chosenTheme, themeParameters } from "./page-rendering.ts";
import { type PageWindow, pageWindowParameters, parsePageWindow } from "./pagination.ts";
import { lastValues } from "./parameter-values.ts";
import type { QueryDeclaration } from "./query-declaration.ts";

export interface ThemeListQuery {
  /** A theme's slug, which may be unknown; null if the request does not choose. */
  readonly theme: string | null;
  readonly window: PageWindow;
}

/** The query of the list of themes. A bad page is `not_found`. */
export const themeListQuery: QueryDeclaration<ThemeListQuery> = {
  parameters: { ...themeParameters, ...pageWindowParameters },
  parse: (params) => ({ theme: chosenTheme(lastValues(params)), window: parsePageWindow(params) }),
};

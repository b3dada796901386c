import { sharedArticles } from "./shared-articles.ts";
import type { ArticleTheme } from "./theme.ts";
import type { BuiltInSlug } from "./theme-names.ts";

const builtIn = { plain: sharedArticles } satisfies Record<BuiltInSlug, ArticleTheme>;

const themes: ReadonlyMap<string, ArticleTheme> = new Map(Object.entries(builtIn));

/** Like `themeNamed`, for functions that need neither whole pages nor the style sheet. */
export const articleThemeNamed = (slug: string): ArticleTheme => themes.get(slug) ?? sharedArticles;

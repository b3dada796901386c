import { plainArticles } from "#lib/themes/plain/plain-articles.ts";
import type { ArticleTheme } from "./theme.ts";
import type { BuiltInSlug } from "./theme-names.ts";

const builtIn = { plain: plainArticles } satisfies Record<BuiltInSlug, ArticleTheme>;

const looks: ReadonlyMap<string, ArticleTheme> = new Map(Object.entries(builtIn));

/**
 * How articles look in the theme of this slug, as `themeNamed`, for those who need neither pages nor their
 * style sheet.
 */
export const articleThemeNamed = (slug: string): ArticleTheme => looks.get(slug) ?? plainArticles;

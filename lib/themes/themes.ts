import { plain } from "#lib/themes/plain/plain.ts";
import type { Theme } from "./theme.ts";

/** The built-in themes, in the order in which they are listed. */
const themes: readonly Theme[] = [plain];

/** The built-in theme of the first slug that names one; the plain one otherwise. */
export const themeNamed = (...slugs: readonly (string | null | undefined)[]): Theme =>
  slugs.flatMap((slug) => themes.find((theme) => theme.slug === slug) ?? [])[0] ?? plain;

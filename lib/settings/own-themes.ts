import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import * as z from "zod/mini";
import { certain } from "#lib/certain.ts";
import { log } from "#lib/log.ts";
import { composeTheme, type ThemeChoices } from "#lib/themes/compose-theme.ts";
import { type OwnTheme, themeTools } from "#lib/themes/own-theme.ts";
import { colourNames, fontNames } from "#lib/themes/parts/style.ts";
import type { Theme } from "#lib/themes/theme.ts";
import { addTheme } from "#lib/themes/themes.ts";
import { membersOf, someOf } from "./setting.ts";
import { customThemes } from "./themes.ts";

/** A custom theme with a module, and the file of the module. */
export interface ThemeModule {
  readonly slug: string;
  readonly file: string;
}

/**
 * Imports the modules that `SITE_CUSTOM_THEMES` names, and adds their themes. Paths begin at the working
 * directory. Throws an error of one sentence for the first that cannot be used.
 */
export const loadOwnThemes = async (): Promise<readonly ThemeModule[]> => {
  const modules: ThemeModule[] = [];
  for (const { slug, from } of customThemes.required()) {
    if (from === undefined) continue;
    try {
      const file = fileOf(from);
      addTheme(slug, await themeFrom(() => import(/* @vite-ignore */ pathToFileURL(file).href)));
      modules.push({ slug, file });
    } catch (cause) {
      const { message } = cause as Error;
      throw new Error(`SITE_CUSTOM_THEMES cannot have the theme ${slug} from ${from}: ${message}.`, {
        cause,
      });
    }
  }
  return modules;
};

/** Adds a theme to a deployed function. A module that fails there costs its pages, not the whole site. */
export const addOwnTheme = async (slug: string, load: () => Promise<object>): Promise<void> => {
  try {
    addTheme(slug, await themeFrom(load));
  } catch (error) {
    const { message } = error as Error;
    log.write("error", { error: `The theme ${slug} of SITE_CUSTOM_THEMES is shown as plain: ${message}.` });
  }
};

const fileOf = (from: string): string => {
  const folder = process.cwd();
  try {
    return createRequire(path.join(folder, "from")).resolve(from);
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const problem = code === "MODULE_NOT_FOUND" ? `there is no such module in ${folder}` : firstLine(message);
    throw new Error(`${problem}; create it, or correct "from"`, { cause });
  }
};

const themeFrom = async (load: () => Promise<object>): Promise<Theme> => {
  const exported = await withCure(load);
  if (!("default" in exported) || typeof exported.default !== "function")
    throw new Error("its default export is no function; export one that returns a theme (docs/themes.md)");
  const { default: own } = exported as { readonly default: OwnTheme };
  return composeTheme(checked(await withCure(async () => own(themeTools))));
};

const withCure = async <Value>(work: () => Promise<Value>): Promise<Value> => {
  try {
    return await work();
  } catch (cause) {
    const message = firstLine(cause instanceof Error ? cause.message : String(cause));
    throw new Error(`it fails with "${message}"; correct it, or remove "from" to have the pages of plain`, {
      cause,
    });
  }
};

const firstLine = (message: string): string => certain(message.split("\n")[0]);

const checked = (choices: unknown): ThemeChoices => {
  const { data, error } = themeChoices.safeParse(choices);
  if (data) return data as ThemeChoices;
  const [issue] = error.issues;
  const at = issue?.path.length ? ` at ${issue.path.join(".")}` : "";
  throw new Error(`what its function returns is wrong${at}: ${issue?.message}; correct it (docs/themes.md)`);
};

/** A value of a style rule, which cannot end the rule. */
const styleValue = (what: string) =>
  z.custom<string>(
    (value) => typeof value === "string" && /^[^;{}<]*\S[^;{}<]*$/.test(value),
    `${what} is expected`,
  );

const palette = membersOf(
  Object.fromEntries(colourNames.map((name) => [name, styleValue("a colour")])) as Record<
    (typeof colourNames)[number],
    ReturnType<typeof styleValue>
  >,
);

const rules = z.custom<string>(
  (value) => typeof value === "string" && !/<\/style/i.test(value),
  "a text of style rules is expected",
);

const part = z.custom<() => unknown>((value) => typeof value === "function", "a function is expected");

const themeChoices = membersOf({
  light: palette,
  dark: palette,
  fonts: z.optional(someOf(fontNames, styleValue("a list of fonts"))),
  rules: z.optional(rules),
  parts: z.optional(someOf(Object.keys(themeTools.parts), part)),
  playsLatest: z.optional(z.boolean("true or false is expected")),
});

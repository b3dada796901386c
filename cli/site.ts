import { readFile } from "node:fs/promises";
import { parse, stringify } from "yaml";
import type { SiteSections } from "#cli/administration/site-administration.ts";
import { ServiceRefusal } from "#cli/publish/client.ts";
import { certain } from "#lib/certain.ts";
import {
  isValueSection,
  nameMembers,
  nameOfThing,
  type SiteSection,
  siteSections,
} from "#lib/manifest/site/site-sections.ts";
import { PlainError } from "#local/plain-error.ts";
import { readArguments, siteOptions } from "./arguments.ts";
import { printJson, printLines, type RunAdministration } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const sectionNamed = (word: string | undefined): SiteSection => {
  const section = siteSections.find((each) => each === word);
  if (section) return section;
  const known = siteSections.join(", ");
  throw new UsageError(
    word === undefined ? `SECTION is missing: ${known}` : `'${word}' is no section; expected one of ${known}`,
  );
};

/** `lectern site get`: prints what administrators set of a site, a section of it, or an object. */
export const siteGet: RunAdministration = async (args, context) => {
  const options = { ...siteOptions, json: { type: "boolean", default: false } } as const;
  const { values, positionals } = readArguments(args, options);
  const { json, ...choice } = values;
  const [word, name, ...surplus] = positionals;
  if (surplus.length > 0) throw new UsageError(`Unexpected argument '${surplus[0]}'`);
  const section = word === undefined ? undefined : sectionNamed(word);
  await using site = await context.openSite(choice, context);
  const { digest: _, ...sections } = await site.siteThings();
  const shown = section === undefined ? sections : partOf(sections, section, name);
  if (json) printJson(context.stdout, shown);
  else printLines(context.stdout, stringify(shown).trimEnd().split("\n"));
  return 0;
};

const partOf = (
  sections: Readonly<Record<string, unknown>>,
  section: SiteSection,
  name: string | undefined,
): unknown => {
  if (name === undefined) return sections[section];
  if (section === "settings") return (sections.settings as Readonly<Record<string, unknown>>)[name] ?? null;
  if (isValueSection(section)) throw new UsageError(`${section} has no names`);
  const objects = sections[section] as readonly Readonly<Record<string, unknown>>[];
  const found = objects.find((object) => object[nameMembers[section][0]] === name);
  if (!found) throw new UsageError(`There is no ${name} in ${section}`);
  return found;
};

const changeOptions = { ...siteOptions, "dry-run": { type: "boolean", default: false } } as const;

/** `lectern site set`: makes an object, or changes members of it; with `--from`, what a file says. */
export const siteSet: RunAdministration = async (args, context) => {
  const { values, positionals } = readArguments(args, {
    ...changeOptions,
    from: { type: "string" },
  } as const);
  const { "dry-run": dryRun, from, ...choice } = values;
  if (from !== undefined && positionals.length > 0)
    throw new UsageError("--from takes all that is set from the file");
  const set = from === undefined ? setBy(positionals) : await setFrom(from);
  await using site = await context.openSite(choice, context);
  const isChanged = await placed(site.changeSiteThings({ set }, dryRun));
  printLines(context.stdout, [said(isChanged, dryRun, "set", Object.keys(set).join(", "))]);
  return 0;
};

/** Says of each problem where it is. */
const placed = <Value>(changing: Promise<Value>): Promise<Value> =>
  changing.catch((error: unknown) => {
    if (!(error instanceof ServiceRefusal) || error.problems.length === 0) throw error;
    throw new PlainError(error.problems.map(({ path, message }) => `${path}: ${message}`).join("\n"));
  });

const said = (isChanged: boolean, dryRun: boolean, done: string, what: string): string => {
  if (!isChanged) return "Nothing to change.";
  return dryRun
    ? `Would be ${done}: ${what}. Nothing was written.`
    : `${done === "set" ? "Set" : "Removed"} ${what}.`;
};

const setFrom = async (file: string): Promise<SiteSections> => {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`${file} cannot be read (${error.code})`);
  });
  const value: unknown = parsed(text, file);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new UsageError(`${file} has no sections such as categories`);
  return value as SiteSections;
};

const parsed = (text: string, where: string): unknown => {
  try {
    return parse(text);
  } catch (error) {
    throw new UsageError(`${where}: ${certain((error as Error).message.split("\n")[0])}`);
  }
};

const setBy = ([word, ...rest]: readonly string[]): SiteSections => {
  const section = sectionNamed(word);
  if (section === "settings") return { settings: membersIn(rest) };
  if (isValueSection(section) || section === "oidc")
    throw new UsageError(`${section} is set with --from FILE, as a manifest has it`);
  const [name, ...members] = rest;
  if (name === undefined) throw new UsageError("NAME is missing");
  return { [section]: [{ [nameMembers[section][0]]: name, ...membersIn(members) }] };
};

/** Members such as `name=Birds`; values are YAML, so that `[a, b]`, `true` and `null` are what they seem. */
const membersIn = (words: readonly string[]): Readonly<Record<string, unknown>> => {
  if (words.length === 0) throw new UsageError("MEMBER=VALUE is missing");
  return Object.fromEntries(
    words.map((word) => {
      const [, member, value] = /^(\w+)=(.*)$/s.exec(word) ?? [];
      if (member === undefined) throw new UsageError(`Expected MEMBER=VALUE, not '${word}'`);
      return [member, value === "" ? "" : parsed(certain(value), member)];
    }),
  );
};

/** `lectern site remove`: removes objects of a section that nothing uses. */
export const siteRemove: RunAdministration = async (args, context) => {
  const { values, positionals } = readArguments(args, changeOptions);
  const { "dry-run": dryRun, ...choice } = values;
  const [word, ...names] = positionals;
  const section = sectionNamed(word);
  if (names.length === 0) throw new UsageError("NAME is missing");
  await using site = await context.openSite(choice, context);
  const remove = { [section]: removedIn(section, names) };
  const isChanged = await placed(site.changeSiteThings({ remove }, dryRun));
  printLines(context.stdout, [said(isChanged, dryRun, "removed", names.join(", "))]);
  return 0;
};

const removedIn = (section: SiteSection, names: readonly string[]): readonly unknown[] => {
  if (section !== "oidc") return names;
  const [issuer, audience, user, ...surplus] = names;
  const trust = { issuer, audience, user };
  if (surplus.length > 0 || nameOfThing("oidc", trust) === undefined)
    throw new UsageError("A trust is named by ISSUER AUDIENCE USER");
  return [trust];
};

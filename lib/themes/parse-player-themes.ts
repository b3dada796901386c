import { isObject } from "#lib/blocks/is-object.ts";
import {
  type ColorScheme,
  colorSchemes,
  type PlayerFont,
  type PlayerThemeChanges,
  type PlayerThemes,
  playerFontNames,
  playerTokenNames,
} from "./player-theme.ts";

/**
 * What the value of `SITE_WEBPLAYER_PLAYER_THEMES` wants of web players: `{theme or "default": {tokens,
 * fonts}}`, or `{light: {tokens, fonts}, dark: {tokens, fonts}}` in its place; nothing without the setting.
 * Throws an error of one sentence that names the first wrong place (docs/settings.md#web-players).
 */
export const parsePlayerThemes = (setting: unknown): PlayerThemes =>
  new Map(
    Object.entries(membersAt(setting ?? {}, "")).map(([slug, value]) => [slug, changesByScheme(value, slug)]),
  );

const changesByScheme = (value: unknown, at: string): Record<ColorScheme, PlayerThemeChanges> => {
  const members = membersAt(value, at);
  if (!colorSchemes.some((scheme) => scheme in members)) {
    const both = changesAt(members, at);
    return { light: both, dark: both };
  }
  refuseUnknown(members, colorSchemes, at);
  return {
    light: changesAt(members.light ?? {}, `${at}.light`),
    dark: changesAt(members.dark ?? {}, `${at}.dark`),
  };
};

const changesAt = (value: unknown, at: string): PlayerThemeChanges => {
  const { tokens = {}, fonts = {} } = knownMembers(value, ["tokens", "fonts"], at);
  return {
    tokens: checked(knownMembers(tokens, playerTokenNames, `${at}.tokens`), `${at}.tokens`, textAt),
    fonts: checked(knownMembers(fonts, playerFontNames, `${at}.fonts`), `${at}.fonts`, fontAt),
  };
};

const fontAt = (value: unknown, at: string): Partial<PlayerFont> => {
  const { name, family, src, weight } = knownMembers(value, ["name", "family", "src", "weight"], at);
  return {
    ...(name === undefined ? {} : { name: textAt(name, `${at}.name`) }),
    ...(family === undefined ? {} : { family: textsAt(family, `${at}.family`) }),
    ...(src === undefined ? {} : { src: textsAt(src, `${at}.src`) }),
    ...(weight === undefined ? {} : { weight: weightAt(weight, `${at}.weight`) }),
  };
};

const checked = <Name extends string, Value>(
  members: Readonly<Partial<Record<Name, unknown>>>,
  at: string,
  check: (value: unknown, at: string) => Value,
): Partial<Record<Name, Value>> =>
  Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, check(value, `${at}.${name}`)]),
  ) as Partial<Record<Name, Value>>;

const textAt = (value: unknown, at: string): string => {
  if (typeof value !== "string" || value.trim() === "") throw wrong(at, "a text is expected");
  return value;
};

const textsAt = (value: unknown, at: string): readonly string[] => {
  if (!Array.isArray(value)) throw wrong(at, "a list of texts is expected");
  return value.map((text, index) => textAt(text, `${at}.${index}`));
};

const weightAt = (value: unknown, at: string): number => {
  if (!Number.isInteger(value) || (value as number) < 1 || (value as number) > 1000)
    throw wrong(at, "an integer from 1 to 1000 is expected");
  return value as number;
};

const knownMembers = <Name extends string>(
  value: unknown,
  names: readonly Name[],
  at: string,
): Readonly<Partial<Record<Name, unknown>>> => {
  const members = membersAt(value, at);
  refuseUnknown(members, names, at);
  return members as Readonly<Partial<Record<Name, unknown>>>;
};

const membersAt = (value: unknown, at: string): Readonly<Record<string, unknown>> => {
  if (!isObject(value)) throw wrong(at, "an object is expected");
  return value;
};

const refuseUnknown = (
  members: Readonly<Record<string, unknown>>,
  names: readonly string[],
  at: string,
): void => {
  const unknown = Object.keys(members).find((name) => !names.includes(name));
  if (unknown !== undefined) throw wrong(`${at}.${unknown}`, `expected one of ${names.join(", ")}`);
};

const wrong = (at: string, what: string): Error =>
  new Error(`SITE_WEBPLAYER_PLAYER_THEMES is wrong${at === "" ? "" : ` at ${at}`}: ${what}.`);

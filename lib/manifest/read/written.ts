import { randomUUID } from "node:crypto";
import { isObject } from "#lib/blocks/is-object.ts";
import { audioFormats } from "#lib/media/audio-formats.ts";
import { type MediaKind, mediaKinds } from "#lib/media/media.ts";

/** Reads parts of a manifest before any check, malformed ones included. */

export const arrayOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The members of `images`, `audios` or `videos`. */
export const writtenMedia = (value: unknown, kind: MediaKind): readonly unknown[] =>
  arrayOf(memberOf(value, `${kind}s`));

/** The files that a manifest names, each once. */
export interface NamedFiles {
  /** Relative to the manifest. */
  readonly media: readonly string[];
  /** Small files that are read as text. */
  readonly texts: readonly string[];
}

export const namedFiles = (value: unknown): NamedFiles => ({
  media: namesIn(
    mediaKinds.flatMap((kind) =>
      writtenMedia(value, kind).flatMap((entry) => fileFields[kind].map((field) => memberOf(entry, field))),
    ),
  ),
  texts: namesIn(arrayOf(memberOf(value, "oidc")).map((trust) => memberOf(trust, "jwks"))),
});

const fileFields: Readonly<Record<MediaKind, readonly string[]>> = {
  image: ["file"],
  audio: [...audioFormats, "transcript"],
  video: ["original", "poster"],
};

/** The environment variables that stand in the places of passwords and secrets, each once. */
export const namedVariables = (value: unknown): readonly string[] => {
  const members = (list: string, member: string) =>
    arrayOf(memberOf(value, list)).map((entry) => memberOf(entry, member));
  const restricted = [...arrayOf(memberOf(value, "collections")), ...writtenPages(memberOf(value, "pages"))];
  const places = [
    ...members("users", "password"),
    ...members("tokens", "secret"),
    ...members("webhooks", "secret"),
    ...restricted.map((entry) => memberOf(memberOf(entry, "restriction"), "password")),
  ];
  const names = places.flatMap((place) => (typeof place === "string" ? (variableNamed(place) ?? []) : []));
  return [...new Set(names)];
};

const writtenPages = (pages: unknown): readonly unknown[] =>
  arrayOf(pages).flatMap((page) => [page, ...writtenPages(memberOf(page, "children"))]);

const memberOf = (value: unknown, name: string): unknown =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The names that the schema takes: trimmed, not blank, and without half surrogate pairs. */
const namesIn = (values: readonly unknown[]): readonly string[] => [
  ...new Set(
    values.flatMap((value) => (typeof value === "string" && value.isWellFormed() ? value.trim() || [] : [])),
  ),
];

/** Stands for the password that an object has already. Nobody can guess it, so nobody sends it. */
export const keptPassword: string = randomUUID();

/** Undefined if the text names a variable that is not set. */
export type SecretValue = (written: string) => string | undefined;

const reference = /^env:(.*)$/s;

/** The environment variable that the text names; undefined if it is the value itself. */
export const variableNamed = (written: string): string | undefined => reference.exec(written)?.[1];

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as not set, and so does one that every object inherits, such as `constructor`. */
export const variableIn = (environment: Environment, name: string): string | undefined =>
  (Object.hasOwn(environment, name) && environment[name]) || undefined;

export const secretsFrom =
  (environment: Environment): SecretValue =>
  (written) => {
    const name = variableNamed(written);
    return name === undefined ? written : variableIn(environment, name);
  };

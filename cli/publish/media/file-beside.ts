import type { UploadSource } from "#cli/upload/source.ts";
import type { MediaKind } from "#lib/media/media.ts";

/** A file beside the text. It takes the place of an id until the service has given one. */
export class FileBeside {
  readonly kind: MediaKind;
  /** The checksum by which lists of media find it. */
  readonly sha256: string;
  readonly #source: UploadSource;

  constructor(source: UploadSource, sha256: string) {
    this.kind = source.kind;
    this.sha256 = sha256;
    this.#source = source;
  }

  /** The place of the file. The member is private, because digests of posts are made of public members. */
  get source(): UploadSource {
    return this.#source;
  }

  /** How a plan shows it. */
  toJSON(): unknown {
    return { file: this.#source.file };
  }
}

/** A season by its number or slug. It takes the place of an id, as files do. */
export class SeasonName {
  readonly season: string;

  constructor(season: string) {
    this.season = season;
  }
}

export type NameForId = FileBeside | SeasonName;

/** An id, or the file that will have one. */
export type MediaId = number | FileBeside;

/** The id of a file or season, if it is known. */
export type IdOf = (named: NameForId) => number | undefined;

export const noIds: IdOf = () => undefined;

const isNamed = (value: unknown): value is NameForId =>
  value instanceof FileBeside || value instanceof SeasonName;

/** All that is named by file or season in a value, in order. */
export const namedIn = (value: unknown): readonly NameForId[] => {
  if (isNamed(value)) return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(namedIn) : [];
};

export const filesIn = (value: unknown): readonly FileBeside[] =>
  namedIn(value).filter((named) => named instanceof FileBeside);

/** The value with ids where they are known. */
export const withIds = <Value>(value: Value, idOf: IdOf): Value => {
  const replaced = (each: unknown): unknown => {
    if (isNamed(each)) return idOf(each) ?? each;
    if (Array.isArray(each)) return each.map(replaced);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, member]) => [key, replaced(member)]));
  };
  return replaced(value) as Value;
};

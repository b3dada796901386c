import { extname } from "node:path";
import { percentDecoded } from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";
import { Numbering } from "#importers/reading/numbering.ts";

export interface FetchedFile {
  /** What the file is from: a web address, or with `path` a name of a file on this machine. */
  readonly address: string;
  /** Set for a file that is copied. */
  readonly path?: string;
  /** Relative to the folder, such as `media/heron.jpg`. */
  readonly file: string;
  /** The place of the first mention. */
  readonly place: NotePlace;
  readonly use: MediaUse;
}

/** Why a file is not in the folder, as the note of a post that shows it. */
export interface MissingMedia {
  readonly kind: "gone" | "format";
  readonly reason: string;
}

export type MediaUse = keyof typeof extensions;

/**
 * Gives each address a file of its own below `media/`. `known` are the files of earlier runs, which keep
 * their names; `taken` are those that are there.
 */
export class FetchedFiles {
  readonly #byAddress = new Map<string, FetchedFile>();
  readonly #known: ReadonlyMap<string, string>;
  readonly #taken: Set<string>;
  readonly #numbering = new Numbering();
  readonly #missing = new Map<string, MissingMedia>();
  #haveChanged = false;

  constructor(known: ReadonlyMap<string, string>, taken: Iterable<string>) {
    this.#known = known;
    this.#taken = new Set([...known.values(), ...taken].map(compared));
  }

  /** The file of a web address; undefined, and noted, for one that nothing can be fetched from. */
  fileOf(address: string, place: NotePlace, use: MediaUse = "image"): string | undefined {
    const file = this.nameOf(address, place, use);
    if (file === undefined) place.note("media", address);
    return file !== undefined && this.#isThere(new URL(address).href, address, place) ? file : undefined;
  }

  /** The name that the file of a web address has or would have. */
  nameOf(address: string, place: NotePlace, use: MediaUse): string | undefined {
    return /^https?:\/\//i.test(address) && URL.canParse(address)
      ? this.#add({ address: new URL(address).href, place, use })
      : undefined;
  }

  /** The file for one of this machine, which the exported folder calls `name`. */
  copyOf(path: string, name: string, place: NotePlace, use: MediaUse = "image"): string | undefined {
    const address = `/${name}`;
    const file = this.#add({ address, path, place, use });
    return this.#isThere(address, name, place) ? file : undefined;
  }

  /** Takes a file out of all posts that show it. */
  miss({ address }: FetchedFile, why: MissingMedia): void {
    this.#missing.set(address, why);
    this.#haveChanged = true;
  }

  /** True for a web address whose file is not in the folder. */
  isMissing(address: string): boolean {
    return URL.canParse(address) && this.#missing.has(new URL(address).href);
  }

  /** Gives a file the extension that fits its content: its new name. */
  rename({ address, use, ...media }: FetchedFile, extension: string): string {
    const stem = cleanName(media.file, use).stem;
    const file = this.#freeName(stem, extension);
    this.#byAddress.set(address, { ...media, address, use, file });
    this.#haveChanged = true;
    return file;
  }

  /** True if files are missing or have other names than those that were given at first. */
  get haveChanged(): boolean {
    return this.#haveChanged;
  }

  #isThere(address: string, written: string, place: NotePlace): boolean {
    const missing = this.#missing.get(address);
    if (missing) place.note(missing.kind, `${written}: ${missing.reason}`);
    return missing === undefined;
  }

  #add(media: Omit<FetchedFile, "file">): string {
    const { address } = media;
    const found = this.#byAddress.get(address);
    if (found) return found.file;
    const file = this.#known.get(address) ?? this.#newName(media);
    this.#byAddress.set(address, { ...media, file });
    return file;
  }

  get all(): readonly FetchedFile[] {
    return [...this.#byAddress.values()];
  }

  #newName({ address, use }: Pick<FetchedFile, "address" | "use">): string {
    const { stem, extension } = cleanName(address, use);
    return this.#freeName(stem, extension);
  }

  #freeName(stem: string, extension: string): string {
    const file = this.#numbering.firstFree(
      compared(stem + extension),
      (number) => `media/${stem}${number === 1 ? "" : `-${number}`}${extension}`,
      (name) => this.#taken.has(compared(name)),
    );
    this.#taken.add(compared(file));
    return file;
  }
}

/** Some file systems take names for one that differ in case or in the way accents are written. */
const compared = (file: string): string => file.normalize("NFC").toLowerCase();

/** What a name without an extension gets. */
const extensions = {
  image: ".jpg",
  audio: ".mp3",
  video: ".mp4",
  transcript: ".vtt",
  chapters: ".json",
} as const;

/** A name that leads nowhere else, is visible and is none of a device. */
const cleanName = (address: string, use: MediaUse): { stem: string; extension: string } => {
  const path = address.startsWith("/") ? address : new URL(address, "http://localhost").pathname;
  const written = path.split("/").findLast((part) => part !== "") ?? "";
  const name = percentDecoded(written)
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}._-]+/gu, "-")
    .replace(/\.{2,}/g, ".")
    .replace(/^[.-]+|[.-]+$/g, "");
  const extension = extname(name);
  const isUsual = /^\.[a-z0-9]{2,5}$/i.test(extension);
  const stem = [...(isUsual ? name.slice(0, -extension.length) : name)].slice(0, 60).join("");
  const isDevice = /^(?:con|prn|aux|nul|com\d|lpt\d)?$/i.test(stem);
  return {
    stem: isDevice ? `${use}${stem}` : stem,
    extension: isUsual ? extension.toLowerCase() : extensions[use],
  };
};

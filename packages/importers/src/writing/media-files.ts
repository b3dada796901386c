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
}

type MediaUse = keyof typeof extensions;

/**
 * Gives each address a file of its own below `media/`. `known` are the files of earlier runs, which keep
 * their names; `taken` are those that are there.
 */
export class FetchedFiles {
  readonly #byAddress = new Map<string, FetchedFile>();
  readonly #known: ReadonlyMap<string, string>;
  readonly #taken: Set<string>;
  readonly #numbering = new Numbering();

  constructor(known: ReadonlyMap<string, string>, taken: Iterable<string>) {
    this.#known = known;
    this.#taken = new Set([...known.values(), ...taken].map(compared));
  }

  /** The file of a web address; undefined, and noted, for one that nothing can be fetched from. */
  fileOf(address: string, place: NotePlace, use: MediaUse = "image"): string | undefined {
    if (/^https?:\/\//i.test(address) && URL.canParse(address))
      return this.#add({ address: new URL(address).href, place }, use);
    place.note("media", address);
    return undefined;
  }

  /** The file for one of this machine, which the exported folder calls `name`. */
  copyOf(path: string, name: string, place: NotePlace): string {
    return this.#add({ address: `/${name}`, path, place }, "image");
  }

  #add(media: Omit<FetchedFile, "file">, use: MediaUse): string {
    const { address } = media;
    const found = this.#byAddress.get(address);
    if (found) return found.file;
    const file = this.#known.get(address) ?? this.#newName(address, use);
    this.#byAddress.set(address, { ...media, file });
    return file;
  }

  get all(): readonly FetchedFile[] {
    return [...this.#byAddress.values()];
  }

  #newName(address: string, use: MediaUse): string {
    const { stem, extension } = cleanName(address, use);
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

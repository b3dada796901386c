import { posix } from "node:path";
import type { ImportedPost } from "#importers/imported.ts";
import { keyOfAlias } from "#importers/lectern.ts";
import type { NotePlace } from "#importers/notes.ts";
import { pathOf } from "#importers/reading/texts.ts";

/** A post that links may lead to. */
interface LinkedPost {
  /** In the folder that is written. */
  readonly file: string;
  /** The old path, which stays as an alias; undefined for a post that has none. */
  readonly path: string | undefined;
}

/** Finds the imported posts that links mean. */
export class PostLinks {
  readonly #byAddress = new Map<string, LinkedPost>();
  readonly #byIdentity = new Map<string, LinkedPost>();
  readonly #isOldSite: (address: string) => boolean;

  constructor(posts: Iterable<readonly [post: ImportedPost, file: string]>, site: string | undefined) {
    for (const [{ addresses, linkedAs = [], identity }, file] of posts) {
      const path = addresses.map((address) => pathOf(address)).find((each) => each && keyOfAlias(each));
      this.#byIdentity.set(identity, { file, path });
      for (const key of [...addresses, ...linkedAs].flatMap(linkKeys))
        this.#byAddress.set(key, { file, path });
    }
    this.#isOldSite = hostTest(site);
  }

  /** The post at a whole address. An address of the old site at which nothing was imported is noted. */
  at(address: string, place: NotePlace): LinkedPost | undefined {
    const post = linkKeys(address)
      .map((key) => this.#byAddress.get(key))
      .find((found) => found !== undefined);
    if (!post && this.#isOldSite(address)) place.note("link", address);
    return post;
  }

  /** The post that an export knows by this identity, such as the name of its file. */
  named(identity: string): LinkedPost | undefined {
    return this.#byIdentity.get(identity);
  }
}

/** The file as a link in another one names it. */
export const fileFrom = (from: string, { file }: LinkedPost): string =>
  posix.relative(posix.dirname(from), file);

/** A post is found by its path, or by the query where that is all that tells posts apart. */
const linkKeys = (address: string): string[] => {
  if (!URL.canParse(address)) return [];
  const { host, pathname, search } = new URL(address);
  const path = pathname.replace(/\/+$/, "");
  return path === "" || path.endsWith(".php")
    ? search === ""
      ? []
      : [`${host}${path}${search}`]
    : [`${host}${path}`];
};

const hostTest = (site: string | undefined) => {
  const host = site && URL.canParse(site) ? new URL(site).host : undefined;
  return (address: string): boolean =>
    host !== undefined && URL.canParse(address) && new URL(address).host === host;
};

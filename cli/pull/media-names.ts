import { dirname, join, relative, resolve, sep } from "node:path";
import type { ExportedMedium, FindMedium, NamedRemoteFile } from "#cli/folder/exported-media.ts";
import { checksumOfFile } from "#cli/folder/media-files.ts";
import { filesNamedBy } from "#cli/publish/judge.ts";
import type { FileBeside, IdOf } from "#cli/publish/media/file-beside.ts";
import type { PlannedPost } from "#cli/publish/plan.ts";
import type { MediaKind } from "#lib/media/media.ts";

/** A file that is to be fetched, with its path here. */
export interface MediaDownload {
  readonly remote: NamedRemoteFile;
  readonly file: string;
}

/** The files of a folder, by the media that they are in the service. */
export class FolderMedia {
  readonly #byId = new Map<string, string>();
  readonly #bySum = new Map<string, string>();
  readonly #find: FindMedium;

  constructor(posts: readonly PlannedPost[], idOf: IdOf, find: FindMedium) {
    this.#find = find;
    for (const file of posts.flatMap(filesNamedBy)) {
      const id = idOf(file);
      if (id !== undefined) this.#byId.set(keyOf(file.kind, id), file.source.file);
      this.#bySum.set(`${file.kind} ${file.sha256}`, file.source.file);
    }
  }

  /**
   * The path of a medium from a post's file. One that the folder does not have is to be fetched into `media/`
   * in the folder. Undefined for one that the token may not see.
   */
  async pathOf(
    kind: MediaKind,
    id: number,
    { file: post, root }: PlaceOfPost,
  ): Promise<PathOfMedium | undefined> {
    const found = await this.#find(kind, id);
    const known = this.#byId.get(keyOf(kind, id));
    if (known !== undefined) return { path: between(post, known), file: known, found };
    const [remote] = found?.files ?? [];
    if (!found || !remote) return undefined;
    const same = remote.sha256 === null ? undefined : this.#bySum.get(`${kind} ${remote.sha256}`);
    const file = same ?? (await freePlace(root, remote));
    const path = between(post, file);
    return { path, file, found, ...(same === undefined && { download: { remote, file } }) };
  }
}

export interface PlaceOfPost {
  /** The file of the post. */
  readonly file: string;
  /** The folder that was named. */
  readonly root: string;
}

export interface PathOfMedium {
  /** As the post's file names it. */
  readonly path: string;
  /** As it is opened. */
  readonly file: string;
  readonly found: ExportedMedium | undefined;
  readonly download?: MediaDownload;
}

const keyOf = (kind: FileBeside["kind"], id: number): string => `${kind} ${id}`;

const between = (post: string, file: string): string =>
  relative(resolve(dirname(post)), resolve(file))
    .split(sep)
    .join("/");

/** A place that is free, or that has this file already: no file here is overwritten. */
const freePlace = async (root: string, { path, sha256 }: NamedRemoteFile): Promise<string> => {
  for (let next = 1; ; next++) {
    const file = join(root, next === 1 ? path : path.replace(/(?=\.[^./]*$|$)/, `-${next}`));
    const there = await checksumOfFile(file);
    if (there === undefined || there === sha256) return file;
  }
};

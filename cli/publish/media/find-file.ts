import { open, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, sep } from "node:path";
import { printable, unprintable } from "#cli/publish/printable.ts";
import { asRoot, pathOfAlias, placesFromRoot, siteAround } from "#cli/publish/tool-site.ts";
import type { PostFile } from "#cli/publish/walk.ts";
import { type FileStart, fittingImageName, fittingRecordingName } from "#cli/upload/fitting-name.ts";
import { uploadFormFor } from "#cli/upload/kind.ts";
import type { UploadSource } from "#cli/upload/source.ts";
import { certain } from "#lib/certain.ts";
import { foreignImageMessage } from "#lib/media/file-rules.ts";
import type { MediaKind } from "#lib/media/media.ts";

/** The place of a file that a post names by its path from the post's file. */
export interface FilePlace {
  /** The path to show, and to open. */
  readonly file: string;
  readonly realPath: string;
  readonly sizeBytes: number;
  readonly modifiedMs: number;
}

export interface FileFault {
  readonly fault: string;
}

/** A file of media that a post names. */
export type FoundMedia = UploadSource & Pick<FilePlace, "realPath">;

/** Finds an ordinary file in the folder of the post, or says what is wrong with it. Does not read it. */
export const placeOf = async (post: PostFile, written: string): Promise<FilePlace | FileFault> => {
  const shown = printable(written);
  if (written.trim() === "") return { fault: "The name of a file is missing." };
  if (unprintable(written))
    return { fault: `${shown} has characters that cannot be printed; rename the file.` };
  if (/^([a-z][a-z0-9+.-]+:|\/\/)/i.test(written))
    return { fault: `${shown} is an address; only files beside the text are published.` };
  const siteOf = () => siteAround(folderOf(post) || ".");
  const file = isAbsolute(written)
    ? await firstOf(placesFromRoot(written, folderOf(post), await siteOf()))
    : ((await aliased(post, written, siteOf)) ?? join(dirname(post.file), written));
  if (file === undefined)
    return { fault: `${shown} begins at the root; name the file by its path from this one.` };
  try {
    const realPath = await realpath(file);
    const isInside = `${realPath}${sep}`.startsWith(await rootOf(post));
    const site = isInside ? undefined : await siteOf();
    if (!isInside && !(site && realPath.startsWith(asRoot(site.root))))
      return { fault: `${shown} leads out of the folder.` };
    const found = await stat(realPath);
    if (!found.isFile()) return { fault: `${shown} is no ordinary file.` };
    return { file, realPath, sizeBytes: found.size, modifiedMs: found.mtimeMs };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" || code === "ENOTDIR") return { fault: `There is no file ${shown}.` };
    return { fault: `${shown} cannot be read: ${message}.` };
  }
};

/** The file that an alias names; undefined for a path. */
const aliased = async (
  post: PostFile,
  written: string,
  siteOf: () => ReturnType<typeof siteAround>,
): Promise<string | undefined> => {
  if (!/^[@~]/.test(written)) return undefined;
  const path = pathOfAlias(written, await siteOf());
  return path === undefined ? undefined : firstOf([join(dirname(post.file), written), path]);
};

/** The first of these paths where a file is. */
const firstOf = async (paths: readonly string[]): Promise<string | undefined> => {
  for (const path of paths)
    if (
      await stat(path).then(
        (found) => found.isFile(),
        () => false,
      )
    )
      return path;
  return undefined;
};

/** The folder that was named, or a file's own. */
const folderOf = ({ file, origin }: PostFile): string =>
  origin ? file.slice(0, file.length - origin.path.length) : dirname(file);

/** The real path of {@link folderOf} with a separator at its end. */
const rootOf = async (post: PostFile): Promise<string> => {
  const root = await realpath(folderOf(post) || ".");
  return root.endsWith(sep) ? root : `${root}${sep}`;
};

/** Finds the media that posts name. It looks at a file once, however many posts of a folder name it. */
export class MediaSearch {
  readonly #found = new Map<string, Promise<FoundMedia | FileFault>>();

  /** Finds a file of a kind of media, or says what is wrong with it. Reads only its first bytes. */
  find(post: PostFile, written: string, kind: MediaKind): Promise<FoundMedia | FileFault> {
    const key = JSON.stringify([folderOf(post), dirname(post.file), written, kind]);
    const found = this.#found.get(key) ?? findMedia(post, written, kind);
    this.#found.set(key, found);
    return found;
  }
}

const findMedia = async (
  post: PostFile,
  written: string,
  kind: MediaKind,
): Promise<FoundMedia | FileFault> => {
  const place = await placeOf(post, written);
  if ("fault" in place) return place;
  const name = basename(place.file);
  const form = uploadFormFor(name);
  const noKind = { fault: `${written} has no extension of ${article[kind]}.` };
  if (form && form.kind !== kind) return noKind;
  if (form && place.sizeBytes === 0) return { fault: `${written} is empty.` };
  try {
    const firstBytes = await firstBytesOf(place.realPath);
    const fitting = fittingName({ name, sizeBytes: place.sizeBytes, firstBytes }, kind);
    if ("name" in fitting) return { ...place, ...certain(uploadFormFor(fitting.name)), name: fitting.name };
    return form ? { fault: `${written}: ${fitting.problem}` } : noKind;
  } catch (error) {
    return { fault: `${written} cannot be read: ${(error as Error).message}.` };
  }
};

const article = { image: "an image", audio: "an audio", video: "a video" } as const;

/** The name under which the service takes the content, which it checks itself, too. */
const fittingName = (
  start: FileStart,
  kind: MediaKind,
): { readonly name: string } | { readonly problem: string } => {
  if (kind !== "image") return fittingRecordingName(start, kind);
  const name = fittingImageName(start);
  return name === undefined
    ? { problem: foreignImageMessage(start.firstBytes) ?? "This is no image that the service takes." }
    : { name };
};

const firstBytesOf = async (path: string): Promise<Uint8Array> => {
  await using handle = await open(path);
  const bytes = Buffer.alloc(12);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, 0);
  return bytes.subarray(0, bytesRead);
};

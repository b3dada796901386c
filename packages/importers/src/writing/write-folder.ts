import { copyFile, mkdir, readdir, readFile, rename, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import pLimit from "p-limit";
import type { DownloadOptions } from "./download.ts";
import { download } from "./download.ts";
import type { FetchedFile } from "./media-files.ts";
import type { WrittenPost } from "./settle.ts";
import { type ImportState, replaceText, textDigest } from "./state.ts";

/**
 * `edited`: people have changed the file since an import wrote it, or it is theirs; `removed`: they have
 * removed or moved it. Both stay as they are, without `--force`.
 */
export type TextOutcome = "new" | "changed" | "unchanged" | "edited" | "removed";

export interface TextResult {
  readonly file: string;
  readonly item: string | null;
  readonly outcome: TextOutcome;
}

export interface MediaResult {
  readonly file: string;
  readonly address: string;
  readonly outcome: "new" | "unchanged" | "failed";
  readonly error?: string;
}

export interface WritingOptions extends DownloadOptions {
  readonly folder: string;
  readonly force: boolean;
  readonly dryRun: boolean;
  /** Called before each file that is fetched. */
  readonly onFile?: (media: FetchedFile) => void;
}

/** Names of files that are in the folder's `media/` already. */
export const filesThere = async (folder: string): Promise<string[]> => {
  const names = await readdir(join(folder, "media")).catch(() => [] as string[]);
  return names.map((name) => `media/${name}`);
};

/** Writes posts that are new or that nobody has changed since, or says what would be written. */
export const writeTexts = async (
  texts: readonly WrittenPost[],
  state: ImportState,
  { folder, force, dryRun }: WritingOptions,
): Promise<{ readonly results: readonly TextResult[]; readonly state: ImportState }> => {
  const results: TextResult[] = [];
  const kept = new Map(Object.entries(state.texts));
  for (const { file, text, place, identity } of texts) {
    const path = join(folder, file);
    const outcome = await outcomeOf(path, text, kept.get(identity), force);
    results.push({ file, item: place.item, outcome });
    if (outcome === "edited" || outcome === "removed") continue;
    if (outcome !== "unchanged" && !dryRun) await replaceText(path, text);
    kept.set(identity, { file, digest: textDigest(text) });
  }
  return { results, state: { ...state, texts: Object.fromEntries(kept) } };
};

const outcomeOf = async (
  path: string,
  text: string,
  known: ImportState["texts"][string] | undefined,
  force: boolean,
): Promise<TextOutcome> => {
  const there = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (there === text) return "unchanged";
  if (there === undefined) return known === undefined || force ? "new" : "removed";
  return force || textDigest(there) === known?.digest ? "changed" : "edited";
};

/** A few at a time, so that no host takes this for an attack. */
const atOnce = 4;

/** Fetches or copies the files that are not there yet. */
export const fetchFiles = async (
  files: readonly FetchedFile[],
  { folder, dryRun, onFile, ...options }: WritingOptions,
): Promise<readonly MediaResult[]> => {
  const turns = pLimit(atOnce);
  return Promise.all(
    files.map((media) =>
      turns(async (): Promise<MediaResult> => {
        const { address, file } = media;
        const target = join(folder, file);
        if (await isThere(target)) return { file, address, outcome: "unchanged" };
        if (dryRun) return { file, address, outcome: "new" };
        onFile?.(media);
        try {
          await (media.path === undefined ? download(address, target, options) : copyTo(media.path, target));
          return { file, address, outcome: "new" };
        } catch (error) {
          return { file, address, outcome: "failed", error: (error as Error).message };
        }
      }),
    ),
  );
};

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile() && found.size > 0,
    () => false,
  );

const copyTo = async (path: string, target: string): Promise<void> => {
  await mkdir(dirname(target), { recursive: true });
  const part = join(dirname(target), `.${basename(target)}.part`);
  await copyFile(path, part);
  await rename(part, target);
};

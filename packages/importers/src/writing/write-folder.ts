import { copyFile, mkdir, readdir, readFile, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import pLimit from "p-limit";
import type { DownloadOptions } from "./download.ts";
import { download } from "./download.ts";
import { Hosts } from "./hosts.ts";
import { contentOfMedia, nameAs } from "./media-content.ts";
import type { FetchedFile, FetchedFiles } from "./media-files.ts";
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
  /** `left_out`: the service takes no such file. */
  readonly outcome: "new" | "unchanged" | "failed" | "left_out";
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

/**
 * Fetches or copies the files that are not there yet, and names them by their contents. `media` learns what
 * is missing, and what has another name than before.
 */
export const fetchFiles = async (
  media: FetchedFiles,
  { folder, dryRun, onFile, ...options }: WritingOptions,
): Promise<readonly MediaResult[]> => {
  const turns = pLimit(atOnce);
  const hosts = new Hosts();
  const fetchOne = async (each: FetchedFile): Promise<MediaResult> => {
    const { address, file, path } = each;
    const target = join(folder, file);
    const wasThere = await isThere(target);
    const outcome = wasThere ? "unchanged" : "new";
    if (!wasThere && path === undefined) {
      if (dryRun) return { file, address, outcome };
      onFile?.(each);
      const error = await download(address, target, { ...options, hosts }).catch((reason: Error) => reason);
      if (error) {
        media.miss(each, { kind: "gone", reason: error.message });
        return { file, address, outcome: "failed", error: error.message };
      }
    }
    const there = wasThere ? target : (path ?? target);
    const content = await contentOfMedia(there, file, each.use).catch((error: Error) => ({
      problem: error.message,
    }));
    if ("problem" in content) {
      media.miss(each, { kind: "format", reason: content.problem });
      if (!wasThere && path === undefined) await rm(target);
      return { file, address, outcome: "left_out", error: content.problem };
    }
    const named = nameAs(file, content.extension) === file ? file : media.rename(each, content.extension);
    if (!dryRun && there !== target) await copyTo(there, join(folder, named));
    else if (!dryRun && named !== file) await rename(target, join(folder, named));
    return { file: named, address, outcome };
  };
  return Promise.all(media.all.map((each) => turns(() => fetchOne(each))));
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

import { FetchedFiles } from "#importers/writing/media-files.ts";
import { refusalsOfPublish } from "#importers/writing/refusals-of-publish.ts";
import { settlePosts, type WrittenPost } from "#importers/writing/settle.ts";
import { parentPathOf, siteFragment } from "#importers/writing/site-fragment.ts";
import { readImportState, whileOnlyImport, writeImportState } from "#importers/writing/state.ts";
import { fetchFiles, filesThere, type WritingOptions, writeTexts } from "#importers/writing/write-folder.ts";
import { noteCounting } from "./counting-notes.ts";
import type { Imported } from "./imported.ts";
import { type CommandContext, PlainError, progressOn } from "./lectern.ts";
import { NotePlace } from "./notes.ts";
import type { ImportOptions } from "./options.ts";
import { type ImportReport, printReport } from "./report.ts";

/** The manifest's identity among the files that an import writes; no post's begins with a space. */
const manifestIdentity = " site.yaml";

/** Writes what was read into the folder, and reports. Exits with 1 if a file could not be fetched. */
export const runImport = async (
  imported: Imported,
  options: ImportOptions,
  { stdout, stderr }: CommandContext,
): Promise<number> => {
  using progress = progressOn(stderr);
  const { to: folder, dryRun, force, allowPrivate } = options;
  let fetched = 0;
  const writing: WritingOptions = {
    folder,
    dryRun,
    force,
    allowPrivate,
    onFile: ({ file }) => progress.show(`fetching file ${++fetched}: ${file}`),
  };
  const write = () => writeAll(imported, options, writing);
  const report = await (dryRun ? write() : whileOnlyImport(folder, write)).catch((error) => {
    // A folder in a file's place, one that nobody may write to, a full disk.
    if (error.syscall === undefined) throw error;
    throw new PlainError(`${folder} cannot be written: ${error.message}`);
  });
  progress.show("");
  printReport(report, options, { stdout, stderr });
  return report.media.some(({ outcome }) => outcome === "failed") ? 1 : 0;
};

const writeAll = async (
  imported: Imported,
  { from, parent }: ImportOptions,
  writing: WritingOptions,
): Promise<ImportReport> => {
  const { folder, dryRun } = writing;
  const state = await readImportState(folder);
  const media = new FetchedFiles(new Map(Object.entries(state.media)), await filesThere(folder));
  const known = new Map(Object.entries(state.texts).map(([identity, { file }]) => [identity, file]));
  const { site, notes } = imported;
  const place = new NotePlace(notes, from);
  const path = parentPathOf(site, parent);
  const settle = (): readonly WrittenPost[] => {
    const { files, ...allowed } = settlePosts(imported, media, known);
    const text = siteFragment(site, {
      parent: path,
      artwork: site.artwork && media.fileOf(site.artwork, place),
      ...allowed,
      feed: site.isPodcast ? "episodes.rss" : "posts.rss",
      place,
    });
    return [...files, { file: "site.yaml", text, place, identity: manifestIdentity }];
  };
  const withMedia = () => {
    const addresses = Object.fromEntries(media.all.map(({ address, file }) => [address, file]));
    return { ...state, media: { ...state.media, ...addresses } };
  };
  const noted = notes.length;
  let texts = settle();
  // First of all, so that a run that is cut off is continued with the same names.
  if (!dryRun) await writeImportState(folder, withMedia());
  const fetched = await fetchFiles(media, writing);
  if (media.haveChanged) {
    notes.splice(noted);
    texts = settle();
  }
  noteCounting(imported, place);
  const shown = new Set(media.all.map(({ address }) => address));
  for (const { address, place: at } of imported.attachments ?? [])
    if (!shown.has(address)) at.note("unused", address);
  if (!dryRun) await writeImportState(folder, withMedia());
  const written = await writeTexts(texts, withMedia(), writing);
  if (!dryRun) await writeImportState(folder, written.state);
  for (const { file, text, place: at } of texts)
    if (file.endsWith(".md"))
      for (const refusal of refusalsOfPublish(file, text)) at.note("refused", refusal);
  return {
    folder,
    parent: path,
    isPodcast: site.isPodcast,
    posts: written.results,
    media: fetched,
    notes,
  };
};

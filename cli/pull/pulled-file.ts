import { dirname, join } from "node:path";
import type { LinkTo } from "#cli/publish/body/read-text.ts";
import { filesNamedBy } from "#cli/publish/judge.ts";
import type { Library } from "#cli/publish/media/library.ts";
import { mediaChanges } from "#cli/publish/media/said-of-media.ts";
import { changesTo, type EditorSite, type PlannedPost, type StoredPost } from "#cli/publish/plan.ts";
import { readPostSource } from "#cli/publish/source.ts";
import { parseFrontMatter } from "#cli/publish/split-front-matter.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { editedJson } from "./json-edits.ts";
import { lineEndAt, lineStartAt, type MatterChange } from "./matter-change.ts";
import type { FolderMedia, MediaDownload, PlaceOfPost } from "./media-names.ts";
import { pulledBody } from "./pulled-body.ts";
import { differingFields, pulledKeys } from "./pulled-keys.ts";
import { editedToml } from "./toml-edits.ts";
import { editedYaml } from "./yaml-edits.ts";

export interface PullContext {
  readonly site: EditorSite;
  readonly library: Library;
  readonly media: FolderMedia;
  readonly seasonOf: (id: number) => Promise<number | undefined>;
}

export interface FileToPull {
  readonly planned: PlannedPost;
  readonly stored: StoredPost;
  /** The whole file. */
  readonly text: string;
  readonly linkTo: LinkTo;
  readonly place: PlaceOfPost;
}

export type PulledFile =
  | {
      readonly text: string;
      readonly downloads: readonly MediaDownload[];
      /** What the file cannot say. */
      readonly losses: readonly string[];
    }
  | { readonly problem: string };

/** True if a page says something that its file does not. */
export const differs = (planned: PlannedPost, stored: StoredPost, library: Library): boolean =>
  differingFields(planned, stored, library).length > 0 || mediaChanges(planned.said, library).length > 0;

/** The file as it is to be so that it says what its page says. */
export const pulledFile = async (
  { planned, stored, text, linkTo, place }: FileToPull,
  { site, library, media, seasonOf }: PullContext,
): Promise<PulledFile> => {
  const matter = parseFrontMatter(text);
  if ("problem" in matter) return { problem: matter.problem.message };
  if (matter.body !== planned.source.body) return { problem: "The file has changed meanwhile; pull again." };
  const names = differingFields(planned, stored, library);
  const downloads: MediaDownload[] = [];
  const idByFile = new Map<string, number>();
  for (const file of filesNamedBy(planned)) {
    const id = library.idOf(file);
    if (id !== undefined) idByFile.set(file.source.file, id);
  }
  const pathOf = async (kind: MediaKind, id: number): Promise<string | undefined> => {
    const found = await media.pathOf(kind, id, place);
    if (found) idByFile.set(join(dirname(place.file), found.path), id);
    if (found?.download) downloads.push(found.download);
    return found?.path;
  };
  const categories = new Map(site.categories.map(({ id, slug }) => [id, slug]));
  const { changes, losses } = await pulledKeys(
    names,
    { planned, stored, matter },
    { library, categories, seasonOf, pathOf },
  );
  const head = text.slice(0, text.length - matter.body.length);
  const newHead = withMatter(head, changes);
  const isTextKept =
    !names.includes("detail") &&
    !names.includes("overview") &&
    mediaChanges(planned.said, library).every(({ file }) => file.kind !== "image");
  const body = isTextKept
    ? { text: matter.body, downloads: [] }
    : await pulledBody(planned, stored, { site, library, media, linkTo, place });
  if ("problem" in body) return body;
  const made = newHead + body.text;
  const idOf = (written: string): number | undefined => idByFile.get(join(dirname(place.file), written));
  if (!saysThePage(made, { planned, stored, categories, idOf }))
    return { problem: "The front matter cannot say what the page says; take the edit over by hand." };
  return { text: made, downloads: [...downloads, ...body.downloads], losses };
};

const withMatter = (head: string, changes: readonly MatterChange[]): string => {
  if (changes.length === 0) return head;
  if (/^\uFEFF?\{/.test(head)) return editedJson(head, changes);
  const start = lineEndAt(head, 0);
  const end = lineStartAt(head, head.trimEnd().length);
  const matter = head.slice(start, end);
  const edited = (/^\uFEFF?---/.test(head) ? editedYaml : editedToml)(matter, changes);
  return head.slice(0, start) + edited + head.slice(end);
};

interface Reading extends Pick<FileToPull, "planned" | "stored"> {
  readonly categories: ReadonlyMap<number, string>;
  readonly idOf: (written: string) => number | undefined;
}

/** True if the front matter is read as what the page says. The text has been read before. */
const saysThePage = (made: string, { planned, stored, categories, idOf }: Reading): boolean => {
  const { file, origin } = planned.source;
  const read = readPostSource(file, made, origin);
  if ("problems" in read) return false;
  const { cover, audio } = read.mediaKeys;
  const ids = new Map([...categories].map(([id, slug]) => [slug, id]));
  const said: unknown = {
    source: planned.source,
    fields: {
      ...{ ...read.post, ...read.mediaKeys.episode },
      categories: read.categories.map(({ text }) => ids.get(text)),
      ...(cover && { cover_image: { id: idOf(cover.text), alt_text: cover.alt } }),
      ...(audio?.[0] && { podcast_audio: { id: idOf(audio[0].text) } }),
      ...(stored.type === "site.Episode" && read.mediaKeys.season && { season: stored.season }),
      ...{ overview: stored.overview, detail: stored.detail },
    },
  };
  return Object.keys(changesTo(stored, said as PlannedPost)).length === 0;
};

import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import type { MediaInText } from "#cli/publish/body/body-part.ts";
import type { LinedText, LineProblem } from "#cli/publish/front-matter.ts";
import type { PostFile } from "#cli/publish/walk.ts";
import { type AudioFormat, audioFormats } from "#lib/media/audio-formats.ts";
import type { MediaKind } from "#lib/media/media.ts";
import { maxTranscriptBytes } from "#lib/media/transcripts/formats.ts";
import { type Chapters, chaptersInText, checkedChapters, type SaidChapter } from "./chapters.ts";
import { type FileFault, type FoundMedia, type MediaSearch, placeOf } from "./find-file.ts";
import type { KeysOfMedia } from "./media-keys.ts";
import { type LocalTranscript, transcriptIn } from "./transcript.ts";

/** A file of media where a post names it. */
export interface NamedFile extends FoundMedia {
  readonly line: number;
  /** The key of the front matter; absent for files in the text. */
  readonly key?: string;
}

/** The files that a post names. They are there, and are what they have to be. */
export interface FilesOfPost {
  readonly cover?: NamedFile;
  /** The formats of one audio, the first that players take first. */
  readonly audio: readonly NamedFile[];
  /** In the order in which the text names them. */
  readonly inText: readonly NamedFile[];
  readonly transcript?: LocalTranscript | undefined;
  readonly chapters?: Chapters | undefined;
  /** Warnings of what chapters lose. */
  readonly warnings: readonly LineProblem[];
}

/** Finds the files, or says what is wrong with any of them. Media are not read. */
export const findFilesOf = async (
  post: PostFile,
  { cover, audio = [], transcript, chapters }: KeysOfMedia,
  text: readonly MediaInText[],
  finder: MediaSearch,
): Promise<FilesOfPost | { readonly problems: readonly LineProblem[] }> => {
  const search = new FileSearch(post, finder);
  const [coverFile] = cover ? await search.findCover(cover) : [];
  const found = {
    audio: await recordingsIn(audio, search),
    inText: await mediaInText(text, search),
    transcript: transcript && (await transcriptOf(transcript, search)),
    chapters: chapters && (await chaptersOf(chapters, search)),
  };
  const { problems, warnings } = search;
  if (problems.length > 0) return { problems: problems.sort((one, other) => one.line - other.line) };
  return { ...found, ...(coverFile && { cover: coverFile }), warnings };
};

/** Looks for the files of one post, and collects what is wrong with them. */
class FileSearch {
  readonly problems: LineProblem[] = [];
  readonly warnings: LineProblem[] = [];
  readonly #post: PostFile;
  readonly #finder: MediaSearch;

  constructor(post: PostFile, finder: MediaSearch) {
    this.#post = post;
    this.#finder = finder;
  }

  /** Finds a file of media; undefined if something is wrong with it. `key` is absent in the text. */
  async findMedia({ text, line }: LinedText, kind: MediaKind, key?: string): Promise<NamedFile[]> {
    const found = await this.#finder.find(this.#post, text, kind);
    if (!("fault" in found)) return [this.#named(found, { line, ...(key !== undefined && { key }) })];
    this.refuse(line, found.fault, key);
    return [];
  }

  /** Finds the cover. One that another tool would look for elsewhere is no fault. */
  async findCover(cover: NonNullable<KeysOfMedia["cover"]>): Promise<NamedFile[]> {
    if (cover.key === undefined) return this.findMedia(cover, "image", "cover");
    const found = await this.#finder.find(this.#post, cover.text, "image");
    if (!("fault" in found)) return [this.#named(found, cover)];
    this.warnings.push({ line: cover.line, message: `${cover.key}: ${found.fault} The post has no cover.` });
    return [];
  }

  /** The service takes a file under the name that fits its content. */
  #named(found: FoundMedia, { line, key }: Pick<NamedFile, "line" | "key">): NamedFile {
    const own = basename(found.file);
    if (found.name !== own) this.warnings.push({ line, message: renamedMessage(own, found.name) });
    return { ...found, line, ...(key !== undefined && { key }) };
  }

  /** The content of a file of text; undefined if something is wrong with it. */
  async readText({ text, line }: LinedText, key: string): Promise<TextFileBeside | undefined> {
    const found = await readTextFile(this.#post, text);
    if (!("fault" in found)) return found;
    this.refuse(line, found.fault, key);
    return undefined;
  }

  refuse(line: number, message: string, key?: string): void {
    this.problems.push({ line, message: key === undefined ? message : `${key}: ${message}` });
  }

  /** Says what is wrong in a file of text, with its lines. */
  refuseText({ line }: LinedText, file: string, faults: readonly LineProblem[], key: string): void {
    for (const { line: at, message } of faults.slice(0, maxFaults))
      this.refuse(line, `${file}:${at}: ${message}`, key);
  }
}

const renamedMessage = (own: string, fitting: string): string =>
  `${own}: The content is of another format than the name says; it is stored as ${fitting}.`;

interface TextFileBeside {
  readonly file: string;
  readonly bytes: Uint8Array;
}

/** The most faults that are reported of one file; people seldom read more. */
const maxFaults = 20;

const maxAltLength = 255;

/** The formats of an audio, the first that players take first. */
const recordingsIn = async (audio: readonly LinedText[], search: FileSearch): Promise<NamedFile[]> => {
  const files: NamedFile[] = [];
  for (const named of audio) files.push(...(await search.findMedia(named, "audio", "audio")));
  const formatOf = ({ field }: NamedFile): number => audioFormats.indexOf(field as AudioFormat);
  const inOrder = files.toSorted((one, other) => formatOf(one) - formatOf(other));
  for (const [index, { field, line }] of inOrder.entries())
    if (field === inOrder[index - 1]?.field)
      search.refuse(line, `There is another file in the format ${field}.`, "audio");
  return inOrder;
};

const mediaInText = async (text: readonly MediaInText[], search: FileSearch): Promise<NamedFile[]> => {
  const files: NamedFile[] = [];
  for (const { file, kind, line, alt = "" } of text) {
    files.push(...(await search.findMedia({ text: file, line }, kind)));
    if ([...alt].length > maxAltLength)
      search.refuse(line, `The description of a picture has at most ${maxAltLength} characters.`);
  }
  return files;
};

const transcriptOf = async (named: LinedText, search: FileSearch): Promise<LocalTranscript | undefined> => {
  const said = await search.readText(named, "transcript");
  const transcript = said && (await transcriptIn(said.file, said.bytes));
  if (!transcript || !("problems" in transcript)) return transcript;
  search.refuseText(named, said.file, transcript.problems, "transcript");
  return undefined;
};

/** The chapters in a list, or in a file, whose faults are reported where the post names it. */
const chaptersOf = async (
  said: NonNullable<KeysOfMedia["chapters"]>,
  search: FileSearch,
): Promise<Chapters | undefined> => {
  const checked = checkedChapters("text" in said ? await chaptersInFile(said, search) : said);
  if ("chapters" in checked) return checked.chapters;
  for (const { line, message } of checked.problems) search.refuse(line, message, "chapters");
  return undefined;
};

const chaptersInFile = async (named: LinedText, search: FileSearch): Promise<readonly SaidChapter[]> => {
  const { line } = named;
  const found = await search.readText(named, "chapters");
  if (!found) return [];
  const { chapters, problems, losses } = chaptersInText(new TextDecoder().decode(found.bytes));
  search.refuseText(named, found.file, problems, "chapters");
  for (const message of losses) search.warnings.push({ line, message: `chapters: ${message}` });
  return chapters.map((chapter) => ({ ...chapter, line }));
};

/** False for a picture or a recording, of which every line would be reported as a fault. */
const isText = (bytes: Uint8Array): boolean => isUtf8(bytes) && !bytes.includes(0);

const readTextFile = async (post: PostFile, written: string): Promise<TextFileBeside | FileFault> => {
  const place = await placeOf(post, written);
  if ("fault" in place) return place;
  if (place.sizeBytes > maxTranscriptBytes)
    return { fault: `${written} is larger than ${maxTranscriptBytes} bytes.` };
  try {
    const bytes = await readFile(place.realPath);
    return isText(bytes) ? { file: place.file, bytes } : { fault: `${written} is no text in UTF-8.` };
  } catch (error) {
    return { fault: `${written} cannot be read: ${(error as Error).message}.` };
  }
};

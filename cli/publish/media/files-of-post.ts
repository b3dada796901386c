import { readFile } from "node:fs/promises";
import type { MediaInText } from "#cli/publish/body/body-part.ts";
import type { LinedText, LineProblem } from "#cli/publish/front-matter.ts";
import type { PostFile } from "#cli/publish/walk.ts";
import { type AudioFormat, audioFormats, type MediaKind } from "#lib/media/media.ts";
import { maxTranscriptBytes } from "#lib/media/transcripts/formats.ts";
import { type Chapters, chaptersInText, checkedChapters, type SaidChapter } from "./chapters.ts";
import { type FileFault, type FoundMedia, findMedia, placeOf } from "./find-file.ts";
import type { KeysOfMedia } from "./media-keys.ts";
import { type LocalTranscript, transcriptIn } from "./transcript.ts";

/** A file of media where a post names it. */
export interface NamedFile extends FoundMedia {
  readonly line: number;
  /** The key, absent in the text. */
  readonly key?: string;
}

/** The files that a post names. They are there, and are what they have to be. */
export interface FilesOfPost {
  readonly cover?: NamedFile;
  /** The formats of one audio, the first that players take first. */
  readonly audio: readonly NamedFile[];
  /** In the order in which the text names them. */
  readonly inText: readonly NamedFile[];
  readonly transcript?: LocalTranscript;
  readonly chapters?: Chapters;
  /** What of chapters is not kept. */
  readonly warnings: readonly LineProblem[];
}

/** Finds the files, or says what is wrong with any of them. Media are not read. */
export const findFilesOf = async (
  post: PostFile,
  keys: KeysOfMedia,
  text: readonly MediaInText[],
): Promise<FilesOfPost | { readonly problems: readonly LineProblem[] }> => {
  const problems: LineProblem[] = [];
  const find = async (
    { file, line }: Pick<MediaInText, "file" | "line">,
    kind: MediaKind,
    key?: string,
  ): Promise<NamedFile[]> => {
    const found = await findMedia(post, file, kind);
    if (!("fault" in found)) return [{ ...found, line, ...(key !== undefined && { key }) }];
    problems.push({ line, message: key === undefined ? found.fault : `${key}: ${found.fault}` });
    return [];
  };
  const findText = async (key: string, { text: file, line }: LinedText) => {
    const found = await readTextFile(post, file);
    if (!("fault" in found)) return found;
    problems.push({ line, message: `${key}: ${found.fault}` });
    return undefined;
  };
  const refuse = (key: string, { line }: LinedText, file: string, faults: readonly LineProblem[]): void => {
    for (const { line: at, message } of faults.slice(0, mostFaults))
      problems.push({ line, message: `${key}: ${file}:${at}: ${message}` });
  };

  const { cover, audio = [], transcript, chapters } = keys;
  const [foundCover] = cover ? await find({ file: cover.text, line: cover.line }, "image", "cover") : [];
  const recordings: NamedFile[] = [];
  for (const { text: file, line } of audio)
    recordings.push(...(await find({ file, line }, "audio", "audio")));
  const formatOf = ({ field }: NamedFile): number => audioFormats.indexOf(field as AudioFormat);
  const inOrder = recordings.toSorted((one, other) => formatOf(one) - formatOf(other));
  for (const [index, { field, line }] of inOrder.entries())
    if (field === inOrder[index - 1]?.field)
      problems.push({ line, message: `audio: There is another file in the format ${field}.` });
  const inText: NamedFile[] = [];
  for (const media of text) {
    const { alt = "", line } = media;
    inText.push(...(await find(media, media.kind)));
    if ([...alt].length > longestAlt)
      problems.push({ line, message: `The description of a picture has at most ${longestAlt} characters.` });
  }
  const said = transcript && (await findText("transcript", transcript));
  const spoken = said && (await transcriptIn(said.file, said.bytes));
  if (spoken && "problems" in spoken) refuse("transcript", transcript!, said.file, spoken.problems);
  const warnings: LineProblem[] = [];
  const listed = await listedChapters(chapters, async (file) => {
    const found = await findText("chapters", file);
    if (!found) return [];
    const read = chaptersInText(decoded(found.bytes));
    refuse("chapters", file, found.file, read.problems);
    warnings.push(...read.losses.map((message) => ({ line: file.line, message: `chapters: ${message}` })));
    return read.chapters.map((chapter) => ({ ...chapter, line: file.line }));
  });
  const checked = listed && checkedChapters(listed);
  if (checked && "problems" in checked)
    problems.push(
      ...checked.problems.map(({ line, message }) => ({ line, message: `chapters: ${message}` })),
    );

  if (problems.length > 0) return { problems: problems.sort((one, other) => one.line - other.line) };
  return {
    ...(foundCover && { cover: foundCover }),
    ...{ audio: inOrder, inText, warnings },
    ...(spoken && "sha256" in spoken && { transcript: spoken }),
    ...(checked && "chapters" in checked && { chapters: checked.chapters }),
  };
};

/** Of one file; more are seldom read. */
const mostFaults = 20;

const longestAlt = 255;

const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const listedChapters = async (
  chapters: KeysOfMedia["chapters"],
  read: (file: LinedText) => Promise<readonly SaidChapter[]>,
): Promise<readonly SaidChapter[] | undefined> =>
  chapters && "text" in chapters ? read(chapters) : chapters;

const readTextFile = async (
  post: PostFile,
  written: string,
): Promise<{ readonly file: string; readonly bytes: Uint8Array } | FileFault> => {
  const place = await placeOf(post, written);
  if ("fault" in place) return place;
  if (place.sizeBytes > maxTranscriptBytes)
    return { fault: `${written} is larger than ${maxTranscriptBytes} bytes.` };
  try {
    return { file: place.file, bytes: await readFile(place.realPath) };
  } catch (error) {
    return { fault: `${written} cannot be read: ${(error as Error).message}.` };
  }
};

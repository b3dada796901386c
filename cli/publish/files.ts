import { readFile, stat } from "node:fs/promises";
import { findFilesOf } from "#cli/publish/media/files-of-post.ts";
import { MediaSearch } from "#cli/publish/media/find-file.ts";
import { createPost } from "#lib/routes/editor-posts.ts";
import type { LineProblem } from "./front-matter.ts";
import { type PostSource, type RefusedSource, readPostSource } from "./source.ts";
import type { PostFile } from "./walk.ts";

interface Problems {
  readonly problems: readonly LineProblem[];
}

export interface CheckedFiles<Post> {
  readonly posts: readonly Post[];
  /** Problems by file; files without problems are left out. */
  readonly problems: ReadonlyMap<string, readonly LineProblem[]>;
}

export const checkedFiles = <Post extends object>(
  made: Iterable<readonly [file: string, Post | Problems]>,
): CheckedFiles<Post> => {
  const posts: Post[] = [];
  const problems = new Map<string, readonly LineProblem[]>();
  for (const [file, post] of made) {
    if ("problems" in post) problems.set(file, post.problems);
    else posts.push(post);
  }
  return { posts, problems };
};

/** The posts in the files, and all problems; two files with the same slug, id or path are one. */
export const readPostFiles = async (
  files: readonly PostFile[],
  strict = false,
): Promise<CheckedFiles<PostSource>> => {
  const fileByKey = new Map<string, string>();
  const finder = new MediaSearch();
  const made: (readonly [string, PostSource | Problems])[] = [];
  for (const file of files) {
    const source = await readPostFile(file, finder, strict);
    made.push([file.file, "problems" in source ? source : onlyOne(source, fileByKey)]);
  }
  return checkedFiles(made);
};

const onlyOne = (source: PostSource, fileByKey: Map<string, string>): PostSource | Problems => {
  const { id, file, origin, positions } = source;
  const names = [
    { key: "slug", value: source.post.slug },
    ...(id === undefined ? [] : [{ key: "id", value: String(id) }]),
    ...(origin ? [{ key: "path", value: `${origin.name}/${origin.path}` }] : []),
  ];
  if (fileByKey.get(`slug ${source.post.slug}`) === file)
    return { problems: [{ line: 1, message: "This file lies in two of the folders that were named." }] };
  const problems: LineProblem[] = [];
  for (const { key, value } of names) {
    const other = fileByKey.get(`${key} ${value}`);
    const line = positions.lines.get(key) ?? 1;
    if (other === undefined) fileByKey.set(`${key} ${value}`, file);
    else problems.push({ line, message: `${key}: ${other} has the ${key} ${value} too.` });
  }
  return problems.length > 0 ? { problems } : source;
};

const readPostFile = async (
  { file, origin }: PostFile,
  finder: MediaSearch,
  strict: boolean,
): Promise<PostSource | Problems> => {
  let text: string;
  try {
    // Its state is asked first, so that a large file is not read, and a pipe not waited for.
    const found = await stat(file);
    const problem = found.isDirectory()
      ? "This is a folder."
      : !found.isFile()
        ? "This is no ordinary file."
        : found.size > createPost.limits.bodyBytes &&
          `The file is larger than ${createPost.limits.bodyBytes} bytes, the limit for a post.`;
    if (problem) return { problems: [{ line: 1, message: problem }] };
    const bytes = await readFile(file);
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    return { problems: [{ line: 1, message: unreadable(error as NodeJS.ErrnoException) }] };
  }
  const read = readPostSource(file, text, origin);
  const source = await withFiles({ file, ...(origin && { origin }) }, read, finder);
  return strict && "warnings" in source && source.warnings.length > 0
    ? { problems: source.warnings }
    : source;
};

/** The post with its files, or all that is wrong with them and it. */
const withFiles = async (
  file: PostFile,
  source: PostSource | RefusedSource,
  finder: MediaSearch,
): Promise<PostSource | Problems> => {
  const files = await findFilesOf(file, source.mediaKeys, source.mediaInText, finder);
  if (!("problems" in source) && !("problems" in files))
    return { ...source, files, warnings: [...source.warnings, ...files.warnings] };
  const refused = "problems" in source ? source.problems : [];
  const faults = "problems" in files ? files.problems : [];
  // A file name that the text must not have is reported once.
  const others = faults.filter(({ line }) => refused.every((problem) => problem.line !== line));
  const problems = [...refused, ...others];
  return { problems: problems.sort((one, other) => one.line - other.line) };
};

const unreadable = ({ code, message }: NodeJS.ErrnoException): string => {
  if (code === "ENOENT") return "There is no such file.";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "The file is not UTF-8.";
  return `The file cannot be read: ${message}.`;
};

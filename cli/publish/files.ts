import { readFile, stat } from "node:fs/promises";
import { groupedBy } from "#cli/grouped-by.ts";
import { findFilesOf } from "#cli/publish/media/files-of-post.ts";
import { MediaSearch } from "#cli/publish/media/find-file.ts";
import { certain } from "#lib/certain.ts";
import { createPost } from "#lib/routes/editor-posts.ts";
import type { LineProblem } from "./front-matter.ts";
import { KeysOfFolders } from "./keys-of-folder.ts";
import { type PostSource, type RefusedSource, readPostSource } from "./source.ts";
import type { PostFile } from "./walk.ts";

interface Problems {
  readonly problems: readonly LineProblem[];
}

/** The page that a file with a fault would have, as far as the file says it. */
export interface HeldName {
  readonly slug: string;
  readonly id: number | undefined;
}

export interface ReadFiles extends CheckedFiles<PostSource> {
  /** The names of the files with problems that could be read. */
  readonly held: ReadonlyMap<string, HeldName>;
  /** Settings of other tools that say something of posts, and are not read. */
  readonly ignoredSettings: readonly string[];
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

/** The posts in the files, and all problems; of files with the same slug, id or path, each has one. */
export const readPostFiles = async (files: readonly PostFile[], strict = false): Promise<ReadFiles> => {
  const finder = new MediaSearch();
  const shared = new KeysOfFolders();
  const made: (readonly [string, PostSource | Problems])[] = [];
  const held = new Map<string, HeldName>();
  for (const file of files) {
    const source = await readPostFile(file, { finder, shared }, strict);
    if ("slug" in source) held.set(file.file, source);
    made.push([file.file, source]);
  }
  const posts = made.flatMap(([, source]) => ("problems" in source ? [] : [source]));
  const doubled = doubledNames(posts);
  for (const { file, post, id } of posts) if (doubled.has(file)) held.set(file, { slug: post.slug, id });
  const checked = made.map(([file, source]) => {
    const problems = doubled.get(file);
    return [file, problems ? { problems } : source] as const;
  });
  return { ...checkedFiles(checked), held, ignoredSettings: await shared.ignored() };
};

/** The problems of files that have the same slug, id or path: nobody knows which of them is meant. */
const doubledNames = (posts: readonly PostSource[]): ReadonlyMap<string, readonly LineProblem[]> => {
  const problems = new Map<string, LineProblem[]>();
  for (const [key, nameOf] of Object.entries(names)) {
    const byName = groupedBy(
      posts.filter((post) => nameOf(post) !== undefined),
      nameOf,
    );
    for (const [name, [first, ...others]] of byName)
      for (const post of others.length > 0 ? [certain(first), ...others] : []) {
        const other = post === first ? certain(others[0]) : certain(first);
        const line = post.positions.lines.get(key) ?? 1;
        const message = `${key}: ${other.file} has the ${key} ${name} too.`;
        if (other.file === post.file) problems.set(post.file, [{ line: 1, message: inTwoFolders }]);
        else problems.set(post.file, [...(problems.get(post.file) ?? []), { line, message }]);
      }
  }
  return problems;
};

const inTwoFolders = "This file lies in two of the folders that were named.";

const names: Readonly<Record<"slug" | "id" | "path", (post: PostSource) => string | undefined>> = {
  slug: ({ post }) => post.slug,
  id: ({ id }) => (id === undefined ? undefined : String(id)),
  path: ({ origin }) => origin && `${origin.name}/${origin.path}`,
};

const readPostFile = async (
  { file, origin }: PostFile,
  { finder, shared }: { readonly finder: MediaSearch; readonly shared: KeysOfFolders },
  strict: boolean,
): Promise<PostSource | Problems | (Problems & HeldName)> => {
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
  const at = { file, ...(origin && { origin }) };
  const read = readPostSource(file, text, origin, undefined, await shared.of(at));
  const source = await withFiles(at, read, finder);
  return strict && "warnings" in source && source.warnings.length > 0
    ? { problems: source.warnings, slug: source.post.slug, id: source.id }
    : source;
};

/** The post with its files, or all that is wrong with them and it. */
const withFiles = async (
  file: PostFile,
  source: PostSource | RefusedSource,
  finder: MediaSearch,
): Promise<PostSource | (Problems & HeldName)> => {
  const files = await findFilesOf(file, source.mediaKeys, source.mediaInText, finder);
  if (!("problems" in source) && !("problems" in files))
    return { ...source, files, warnings: [...source.warnings, ...files.warnings] };
  const refused = "problems" in source ? source.problems : [];
  const faults = "problems" in files ? files.problems : [];
  // A file name that the text must not have is reported once.
  const others = faults.filter(({ line }) => refused.every((problem) => problem.line !== line));
  const problems = [...refused, ...others];
  const slug = "slug" in source ? source.slug : source.post.slug;
  return { problems: problems.sort((one, other) => one.line - other.line), slug, id: source.id };
};

const unreadable = ({ code, message }: NodeJS.ErrnoException): string => {
  if (code === "ENOENT") return "There is no such file.";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "The file is not UTF-8.";
  return `The file cannot be read: ${message}.`;
};

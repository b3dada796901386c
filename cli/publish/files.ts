import { readFile } from "node:fs/promises";
import { createPost } from "#lib/routes/editor-posts.ts";
import type { LineProblem } from "./front-matter.ts";
import { type PostSource, readPostSource } from "./source.ts";

interface Problems {
  readonly problems: readonly LineProblem[];
}

export interface CheckedFiles<Post> {
  readonly posts: readonly Post[];
  /** By file; files without problems are left out. */
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

/** The posts in the files, and all problems; two files with the same slug are one. */
export const readPostFiles = async (files: readonly string[]): Promise<CheckedFiles<PostSource>> => {
  const fileBySlug = new Map<string, string>();
  const made: (readonly [string, PostSource | Problems])[] = [];
  for (const file of files) {
    const source = await readPostFile(file);
    made.push([file, "problems" in source ? source : withSlugOfItsOwn(source, fileBySlug)]);
  }
  return checkedFiles(made);
};

const withSlugOfItsOwn = (source: PostSource, fileBySlug: Map<string, string>): PostSource | Problems => {
  const { slug } = source.post;
  const other = fileBySlug.get(slug);
  fileBySlug.set(slug, other ?? source.file);
  if (other === undefined) return source;
  const line = source.positions.lines.get("slug") ?? 1;
  return { problems: [{ line, message: `slug: ${other} has the slug ${slug} too.` }] };
};

const readPostFile = async (file: string): Promise<PostSource | Problems> => {
  let text: string;
  try {
    const bytes = await readFile(file);
    if (bytes.length > createPost.limits.bodyBytes) {
      const message = `The file is larger than ${createPost.limits.bodyBytes} bytes, the limit for a post.`;
      return { problems: [{ line: 1, message }] };
    }
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    return { problems: [{ line: 1, message: unreadable(error as NodeJS.ErrnoException) }] };
  }
  return readPostSource(file, text);
};

const unreadable = ({ code, message }: NodeJS.ErrnoException): string => {
  if (code === "ENOENT") return "There is no such file.";
  if (code === "EISDIR") return "This is a folder; name the files in it.";
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") return "The file is not UTF-8.";
  return `The file cannot be read: ${message}.`;
};

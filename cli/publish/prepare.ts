import { Refusal } from "#client/refusal.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import { connect, ServiceRefusal } from "./client.ts";
import { findConnection } from "./connection.ts";
import { checkedFiles, readPostFiles } from "./files.ts";
import type { LineProblem } from "./front-matter.ts";
import type { PublishOptions } from "./options.ts";
import { listOwnedPages, type OwnedPage, pagesOfFiles } from "./owned-pages.ts";
import { chooseParent } from "./parent.ts";
import { type PlannedPost, planPost } from "./plan.ts";
import { type Destination, type Finding, findPost } from "./post.ts";
import type { ProgressLine } from "./progress.ts";
import { findPostFiles } from "./walk.ts";

/** A destination with its path from the root, such as `/home/notes`. */
export interface NamedDestination extends Destination {
  readonly parentPath: string;
}

/** Files that were checked, and what the service has of them. */
export interface Prepared {
  readonly posts: readonly PlannedPost[];
  readonly destination: NamedDestination;
  /** Looks a file's post up, as far as the lists of the folders' pages do not say it. */
  readonly find: (post: PlannedPost) => Promise<Finding>;
  /** Pages of the folders whose files are gone. */
  readonly gone: readonly OwnedPage[];
}

export interface Refused {
  /** All files, in their order. */
  readonly files: readonly string[];
  readonly problems: ReadonlyMap<string, readonly LineProblem[]>;
}

/** Reads and checks all files, then asks the service what it has of them. Nothing is written. */
export const prepare = async (
  { paths, source, parent: parentPath, draft, future, force, strict, ...options }: PublishOptions,
  environment: Readonly<Record<string, string | undefined>>,
  progress: ProgressLine,
): Promise<Prepared | Refused> => {
  const found = await findPostFiles(paths, source);
  const read = await readPostFiles(found.files, strict);
  const files = [...found.problems.keys(), ...found.files.map(({ file }) => file)];
  const problems = new Map([...found.problems, ...read.problems]);
  if (problems.size > 0) return { files, problems };

  const client = connect(await findConnection(options, environment), {
    onWait: (reason, waitMs) => progress.show(`waiting ${Math.ceil(waitMs / 1000)} s: ${reason}`),
  });
  const [site, parents] = await Promise.all([client(readEditorSite), client(listParents)]);
  const parent = chooseParent(parents, parentPath);
  const planned = checkedFiles(read.posts.map((post) => [post.file, planPost(post, site)]));
  if (planned.problems.size > 0) return { files, problems: planned.problems };

  const names = [...new Set(found.folders.map(({ name }) => name))];
  const lists = await Promise.all(names.map((name) => listOwnedPages(client, parent.id, name)));
  const { pages, gone } = pagesOfFiles(planned.posts, lists.flat());
  const destination = { client, parentId: parent.id, parentPath: parent.path, draft, future, force };
  const find = async (post: PlannedPost): Promise<Finding> => {
    const owned = pages.get(post);
    if (owned) return { owned };
    const { id, origin } = post.source;
    if (id !== undefined) return { stored: await postWithId(id, destination) };
    return origin ? undefined : { stored: await findPost(destination, post.fields.slug) };
  };
  return { posts: planned.posts, destination, find, gone };
};

const postWithId = async (id: number, { client, parentId, parentPath }: NamedDestination) => {
  const message = `id: There is no post ${id} in ${parentPath}.`;
  const errors = { id: [{ code: "not_found", message }] };
  const notThere = new ServiceRefusal(new Refusal(404, { code: "not_found", detail: message, errors }));
  const stored = await client(readPost, { params: { id } }).catch((error: unknown) => {
    throw error instanceof ServiceRefusal && error.status === 404 ? notThere : error;
  });
  if (stored.parent.id !== parentId) throw notThere;
  return stored;
};

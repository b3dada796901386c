import { allFilesOf, FilesBeside } from "#cli/publish/media/files-beside.ts";
import { Library } from "#cli/publish/media/library.ts";
import { Refusal } from "#client/refusal.ts";
import { certain } from "#lib/certain.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { listParents } from "#lib/routes/editor-parents.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { addressOf } from "./address.ts";
import { connect, ServiceRefusal } from "./client.ts";
import { findConnection } from "./connection.ts";
import { type CheckedFiles, checkedFiles, readPostFiles } from "./files.ts";
import { listPagesOf } from "./former-names.ts";
import type { LineProblem } from "./front-matter.ts";
import { filesNamedBy, isOnSite, isSettled } from "./judge.ts";
import { linksAmong } from "./links.ts";
import { lostSources, thinnedSources } from "./lost-sources.ts";
import type { PublishOptions } from "./options.ts";
import { listOwnedPages, type OwnedPage, pagesOfFiles } from "./owned-pages.ts";
import { chooseParent } from "./parent.ts";
import { type EditorSite, type PlannedPost, planPost } from "./plan.ts";
import { Planning } from "./planning.ts";
import { type Destination, type Finding, findPost } from "./post.ts";
import type { ProgressLine } from "./progress.ts";
import type { PostSource } from "./source.ts";
import { findPostFiles } from "./walk.ts";

/** A destination with its path from the root, such as `/home/notes`. */
export interface NamedDestination extends Destination {
  readonly parentPath: string;
}

/** Checked files, and what the service has of them. */
export interface Prepared {
  /** Posts with dates first, the oldest first, then those without one, in the order of their files. */
  readonly posts: readonly PlannedPost[];
  readonly destination: NamedDestination;
  /** Looks up a file's post that the lists of the folders' pages do not have. */
  readonly find: (post: PlannedPost) => Promise<Finding>;
  /** Pages of the folders whose files are gone, and that are still on the site. */
  readonly gone: readonly OwnedPage[];
  /** Warnings of folders none of whose pages has a file. */
  readonly lost: ReadonlyMap<string, readonly LineProblem[]>;
}

export interface Refused {
  /** All files, in their order. */
  readonly files: readonly string[];
  readonly problems: ReadonlyMap<string, readonly LineProblem[]>;
}

/** Reads and checks all files, then asks the service what it has of them. Nothing is written. */
export const prepare = async (
  { paths, source, parent: parentPath, draft, future, force, strict, collection, ...options }: PublishOptions,
  environment: Readonly<Record<string, string | undefined>>,
  progress: ProgressLine,
): Promise<Prepared | Refused> => {
  const removesAll = options.prune === "all" || (options.prune && force);
  const found = await findPostFiles(paths, source, removesAll);
  const read = await readPostFiles(found.files, strict);
  const files = [...found.problems.keys(), ...found.files.map(({ file }) => file)];
  const problems = new Map([...found.problems, ...read.problems]);
  if (problems.size > 0) return { files, problems };

  const connection = await findConnection(options, environment);
  const client = connect(connection, {
    onWait: (reason, waitMs) => progress.show(`waiting ${Math.ceil(waitMs / 1000)} s: ${reason}`),
  });
  const media = read.posts.flatMap((post) => allFilesOf(post.files));
  const hasMedia = media.length > 0;
  const [site, parents, me] = await Promise.all([
    client(readEditorSite),
    client(listParents),
    hasMedia ? client(whoAmI) : undefined,
  ]);
  const parent = chooseParent(parents, parentPath);
  const local = new FilesBeside(me?.limits);
  await local.read(media, progress);
  const filesOfSite = { local, isPodcast: parent.type === "site.Podcast" };
  const linksFrom = linksAmong(read.posts, {
    addressOf: (slug) => addressOf(slug, { parentPath: parent.path }),
    draft,
  });
  const plan = (post: PostSource, settings: EditorSite) =>
    strictly(planPost(post, settings, filesOfSite, linksFrom(post)), strict);
  const planned = withOneAltEach(
    checkedFiles(read.posts.map((post) => [post.file, plan(post, site)])),
    strict,
  );
  if (planned.problems.size > 0) return { files, problems: planned.problems };

  const list = (name: string) => listOwnedPages(client, parent.id, name, hasMedia);
  const { pages: owned, folders, placeOf } = await listPagesOf(found.folders, found.files, list);
  const posts = planned.posts.map((post) => {
    const origin = placeOf(post.source);
    return origin ? { ...post, source: { ...post.source, origin } } : post;
  });
  const matched = pagesOfFiles(posts, owned);
  const lost = lostSources(folders, matched);
  const unlikely = new Map([...thinnedSources(folders, matched), ...lost]);
  if (options.prune && !removesAll && unlikely.size > 0)
    return { files: [...unlikely.keys(), ...files], problems: unlikely };
  const { pages, gone } = matched;
  const library = new Library({ client, connection, progress, collection });
  const changed = posts.filter((post) => {
    const owned = pages.get(post);
    return !owned || !isSettled(post, owned, { draft, future, force });
  });
  const unknown = await lookUpNames(changed, library, parent);
  if (unknown.size > 0) return { files, problems: unknown };
  const place = { client, parentId: parent.id, parentPath: parent.path };
  // What posts say of media is decided among all posts, and no settings change it.
  const planning = new Planning(client, ({ source, said, warnings }, settings) => {
    const made = plan(source, settings);
    return "problems" in made ? made : { ...made, said, warnings };
  });
  const destination = { ...place, draft, future, force, library, planning };
  const find = async (post: PlannedPost): Promise<Finding> => {
    const owned = pages.get(post);
    if (owned) return { owned };
    const { id, origin } = post.source;
    if (id !== undefined) return { stored: await postWithId(id, destination) };
    return origin ? undefined : { stored: await findPost(destination, post.fields.slug) };
  };
  return { posts: oldestFirst(posts), destination, find, gone: gone.filter(isOnSite), lost };
};

/** Sorts posts by their dates, so that they are first published in that order. */
const oldestFirst = (posts: readonly PlannedPost[]): readonly PlannedPost[] => {
  const instantOf = ({ fields }: PlannedPost) => Date.parse(fields.visible_date ?? "9999-12-31");
  return posts.toSorted((one, other) => instantOf(one) - instantOf(other));
};

/** Looks up what posts name by file or season; gives the problems with it, by post. */
const lookUpNames = async (
  posts: readonly PlannedPost[],
  library: Library,
  parent: { readonly id: number; readonly path: string },
): Promise<ReadonlyMap<string, readonly LineProblem[]>> => {
  const files = posts.flatMap(filesNamedBy);
  await library.lookUp(files);
  const missing = files.filter((file) => library.idOf(file) === undefined);
  for (const kind of new Set(missing.map((file) => file.kind))) await library.requireCollection(kind);
  if (posts.some(({ fields }) => fields.season)) await library.readSeasons(parent.id);
  const problems = posts.map((post) => [post.source.file, problemsOf(post, library, parent.path)] as const);
  return new Map(problems.filter(([, each]) => each.length > 0));
};

const problemsOf = (
  { fields, said, positions }: PlannedPost,
  library: Library,
  path: string,
): LineProblem[] => {
  const { idOf, seasonNames } = library;
  const problems: LineProblem[] = [];
  if (fields.season && idOf(fields.season.id) === undefined) {
    const known = seasonNames.join(", ") || "none";
    const message = `season: There is no season ${fields.season.id.season} in ${path}; there are ${known}.`;
    problems.push({ line: positions.lines.get("season") ?? 1, message });
  }
  const { file, others = [], line = 1 } = said.audio ?? {};
  if (others.some((other) => idOf(other) === undefined || idOf(other) !== idOf(certain(file))))
    problems.push({ line, message: "audio: The service takes one file of an audio; name only one." });
  return problems;
};

/** Keeps one description for each medium: that of the first post. Others are reported as lost. */
const withOneAltEach = (
  { posts, problems }: CheckedFiles<PlannedPost>,
  strict: boolean,
): CheckedFiles<PlannedPost> => {
  const altByFile = new Map<string, { readonly alt: string; readonly at: string }>();
  const made = posts.map((post): readonly [string, PlannedPost | { problems: LineProblem[] }] => {
    const { source, said } = post;
    const others: LineProblem[] = [];
    const alts = said.alts.filter(({ file, alt, line }) => {
      const first = altByFile.get(file.sha256);
      if (!first) altByFile.set(file.sha256, { alt, at: `${source.file}:${line}` });
      if (!first || first.alt === alt) return true;
      const message = `The description is not kept: an image has one, and ${first.at} says "${first.alt}".`;
      others.push({ line, message });
      return false;
    });
    if (strict && others.length > 0) return [source.file, { problems: others }];
    return [source.file, { ...post, said: { ...said, alts }, warnings: [...post.warnings, ...others] }];
  });
  const checked = checkedFiles<PlannedPost>(made);
  return { posts: checked.posts, problems: new Map([...problems, ...checked.problems]) };
};
/** With `--strict`, warnings are problems. */
const strictly = (post: ReturnType<typeof planPost>, strict: boolean): ReturnType<typeof planPost> =>
  strict && "warnings" in post && post.warnings.length > 0 ? { problems: post.warnings } : post;

const postWithId = async (id: number, { client, parentId, parentPath }: NamedDestination) => {
  const message = `id: There is no post ${id} in ${parentPath}.`;
  const errors = { id: [{ code: "not_found", message }] };
  const notThere = new ServiceRefusal(new Refusal(404, { code: "not_found", detail: message, errors }));
  const stored = await client(readPost, { params: { id } }).catch((error: unknown) => {
    throw error instanceof ServiceRefusal && error.status === 404 ? notThere : error;
  });
  if (stored.parent.id !== parentId) throw notThere;
  if (stored.status !== "scheduled") return stored;
  const query = { parent: parentId, slug: stored.page_slug, pageSize: 200 };
  const { results } = await client(listEditablePages, { query });
  const scheduled_for = results.find((page) => page.id === id)?.scheduled_for ?? null;
  return { ...stored, scheduled_for };
};

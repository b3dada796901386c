import type { LinkTo } from "#cli/publish/body/read-text.ts";
import { allFilesOf, FilesBeside } from "#cli/publish/media/files-beside.ts";
import { Library } from "#cli/publish/media/library.ts";
import { Refusal } from "#client/refusal.ts";
import { certain } from "#lib/certain.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { readPost } from "#lib/routes/editor-posts.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { asidesOf } from "./asides.ts";
import { connect, ServiceRefusal } from "./client.ts";
import { findConnection } from "./connection.ts";
import { readPostFiles } from "./files.ts";
import { listPagesOf } from "./former-names.ts";
import type { LineProblem } from "./front-matter.ts";
import { heldPages, unsure } from "./held-pages.ts";
import { filesNamedBy, isOnSite, isSettled } from "./judge.ts";
import { lostSources, thinnedSources } from "./lost-sources.ts";
import type { PublishOptions } from "./options.ts";
import { listOwnedPages, type OwnedPage, pagesOfFiles } from "./owned-pages.ts";
import { findParent } from "./parent.ts";
import type { EditorSite, PlannedPost } from "./plan.ts";
import { Planning } from "./planning.ts";
import { Plans } from "./plans.ts";
import { type Destination, type Finding, findPost } from "./post.ts";
import type { ProgressLine } from "./progress.ts";
import type { PostSource } from "./source.ts";
import { noTerms, type TermNames, withTerms } from "./terms.ts";
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
  /** Files with faults, which a run leaves alone, and their pages too. */
  readonly held: ReadonlyMap<string, readonly LineProblem[]>;
  /** Lines for people about what is passed over. */
  readonly asides: readonly string[];
  /** Why `gone` stays on the site also with `--prune`; undefined if nothing is against it. */
  readonly keepsGone: string | undefined;
  /** Warnings of folders none of whose pages has a file. */
  readonly lost: ReadonlyMap<string, readonly LineProblem[]>;
  /** All pages of the folders whose files are gone. */
  readonly withoutFile: readonly OwnedPage[];
  readonly site: EditorSite;
  readonly linksFrom: (post: PostSource) => LinkTo;
}

export interface Refused {
  /** All files, in their order. */
  readonly files: readonly string[];
  readonly problems: ReadonlyMap<string, readonly LineProblem[]>;
  /** Problems of whole folders. */
  readonly folders?: ReadonlyMap<string, readonly LineProblem[]>;
}

/**
 * Reads and checks all files, then asks the service what it has of them. Nothing is written. Files with
 * faults are held back, with `--all-or-nothing` all files. Terms that are to be made count as there.
 */
export const prepare = async (
  { paths, source, parent: parentPath, draft, future, force, strict, collection, ...options }: PublishOptions,
  environment: Readonly<Record<string, string | undefined>>,
  progress: ProgressLine,
  toBeMade: TermNames = noTerms,
): Promise<Prepared | Refused> => {
  const removesAll = options.prune === "all" || (options.prune && force);
  const found = await findPostFiles(paths, source, removesAll);
  const read = await readPostFiles(found.files, strict);
  const faults = new Map([...found.problems, ...read.problems]);
  const files = [
    ...[...found.mistakes.keys(), ...found.problems.keys()],
    ...found.files.map(({ file }) => file),
  ];
  const { allOrNothing } = options;
  const isRefused = (left: number): boolean => faults.size > 0 && (allOrNothing || left === 0);
  if (found.mistakes.size > 0 || isRefused(read.posts.length))
    return { files, problems: new Map([...found.mistakes, ...faults]) };

  const connection = await findConnection(options, environment);
  const client = connect(connection, {
    onWait: (reason, waitMs) => progress.show(`waiting ${Math.ceil(waitMs / 1000)} s: ${reason}`),
  });
  const media = read.posts.flatMap((post) => allFilesOf(post.files));
  const hasMedia = media.length > 0;
  const [settings, parent, me] = await Promise.all([
    client(readEditorSite),
    findParent(client, parentPath),
    hasMedia ? client(whoAmI) : undefined,
  ]);
  const site = withTerms(settings, toBeMade);
  const local = new FilesBeside(me?.limits);
  await local.read(media, progress);
  const place = { client, parentId: parent.id, parentPath: parent.path };
  const plans = new Plans(read, faults, {
    files: {
      ...{ local, isPodcast: parent.type === "site.Podcast" },
      takesPosts: parent.type !== "site.HomePage",
    },
    ...{ parentPath: parent.path, draft, strict },
  });
  plans.make(site);
  if (isRefused(plans.posts.length)) return { files, problems: faults };

  const list = (name: string) => listOwnedPages(client, parent.id, name, hasMedia);
  const { pages: owned, folders, placeOf } = await listPagesOf(found.folders, found.files, list);
  const library = new Library({ client, connection, progress, collection });
  const nameOf = (post: PlannedPost): PlannedPost => {
    const origin = placeOf(post.source);
    return origin ? { ...post, source: { ...post.source, origin } } : post;
  };
  const match = () => {
    const posts = plans.posts.map(nameOf);
    const files = found.files.filter(({ file }) => faults.has(file));
    const held = heldPages(
      [
        ...files.map((file) => ({ file, id: plans.nameOf(file.file)?.id })),
        ...found.unread.map((origin) => ({ file: { file: origin.path, origin }, id: undefined })),
      ],
      placeOf,
    );
    return { posts, matched: pagesOfFiles(posts, owned, held.isHeld), isUnsure: held.isUnsure(owned) };
  };
  const changedAmong = ({ posts, matched }: ReturnType<typeof match>) =>
    posts.filter((post) => {
      const page = matched.pages.get(post);
      return !page || !isSettled(post, page, { draft, future, force });
    });
  let current = match();
  const lost = lostSources(folders, current.matched);
  const unlikely = new Map([...thinnedSources(folders, current.matched), ...lost]);
  if (options.prune && !removesAll && unlikely.size > 0)
    return { files, problems: faults, folders: unlikely };
  const unknown = await lookUpNames(changedAmong(current), library, { ...parent, toBeMade });
  if (unknown.size > 0) {
    plans.hold(unknown);
    plans.make(site);
    if (isRefused(plans.posts.length)) return { files, problems: faults };
    current = match();
  }
  const { posts, matched, isUnsure } = current;
  const planning = new Planning(client, (post, settings) => plans.again(post, settings));
  const destination = { ...place, draft, future, force, library, planning, toBeMade };
  const find = async (post: PlannedPost): Promise<Finding> => {
    const page = matched.pages.get(post);
    if (page) return { owned: page };
    const { id, origin } = post.source;
    if (id !== undefined) return { stored: await postWithId(id, destination) };
    return origin ? undefined : { stored: await findPost(destination, post.fields.slug) };
  };
  const gone = matched.gone.filter(isOnSite);
  return {
    ...{ posts: oldestFirst(posts), destination, find, gone, lost, held: faults },
    ...{ withoutFile: matched.gone, site, linksFrom: (post) => plans.linksFrom(post, site) },
    asides: asidesOf(found.notPosts, read.posts, read.ignoredSettings),
    keepsGone: isUnsure && gone.length > 0 ? unsure : undefined,
  };
};

/** Sorts posts by their dates, so that they are first published in that order. */
const oldestFirst = (posts: readonly PlannedPost[]): readonly PlannedPost[] => {
  const instantOf = ({ fields }: PlannedPost) => Date.parse(fields.visible_date ?? "9999-12-31");
  return posts.toSorted((one, other) => instantOf(one) - instantOf(other));
};

/** A podcast, and what it will have. */
interface SeasonsOf {
  readonly path: string;
  readonly toBeMade: TermNames;
}

/** Looks up what posts name by file or season; gives the problems with it, by post. */
const lookUpNames = async (
  posts: readonly PlannedPost[],
  library: Library,
  parent: SeasonsOf & { readonly id: number },
): Promise<ReadonlyMap<string, readonly LineProblem[]>> => {
  const files = posts.flatMap(filesNamedBy);
  await library.lookUp(files);
  const missing = files.filter((file) => library.idOf(file) === undefined);
  for (const kind of new Set(missing.map((file) => file.kind))) await library.requireCollection(kind);
  if (posts.some(({ fields }) => fields.season)) await library.readSeasons(parent.id);
  const problems = posts.map((post) => [post.source.file, problemsOf(post, library, parent)] as const);
  return new Map(problems.filter(([, each]) => each.length > 0));
};

const problemsOf = (
  { fields, said, positions }: PlannedPost,
  library: Library,
  { path, toBeMade }: SeasonsOf,
): LineProblem[] => {
  const { idOf, seasonNames } = library;
  const problems: LineProblem[] = [];
  const isMade = toBeMade.seasons.some((number) => String(number) === fields.season?.id.season);
  if (fields.season && idOf(fields.season.id) === undefined && !isMade) {
    const known = seasonNames.join(", ") || "none";
    const message = `season: There is no season ${fields.season.id.season} in ${path}; there are ${known}.`;
    problems.push({ line: positions.lines.get("season") ?? 1, message });
  }
  const { file, others = [], line = 1 } = said.audio ?? {};
  if (others.some((other) => idOf(other) === undefined || idOf(other) !== idOf(certain(file))))
    problems.push({ line, message: "audio: The service takes one file of an audio; name only one." });
  return problems;
};

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

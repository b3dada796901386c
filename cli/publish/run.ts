import { publicUrl } from "#lib/pages/addresses.ts";
import { PlainError } from "#local/plain-error.ts";
import type { LineProblem } from "./front-matter.ts";
import type { PlannedPost, StoredPost } from "./plan.ts";
import { type Destination, findPost, type PostResult, syncPost } from "./post.ts";
import { problemsInFile } from "./problems.ts";
import type { FileResult, PublishReport } from "./report.ts";

/** A destination whose parent's path from the root, such as `/home/notes`, is known. */
export interface NamedDestination extends Destination {
  readonly parentPath: string;
}

/**
 * Brings the posts about one after another, so that ids and first publications have the order of the files,
 * and reports each. When the service is lost on the way, the rest is reported as skipped.
 */
export const runPublication = async (
  posts: readonly PlannedPost[],
  destination: NamedDestination,
  report: PublishReport,
): Promise<void> => {
  const found = lookingAhead(posts, destination);
  for (const [index, post] of posts.entries()) {
    const { file } = post.source;
    report.working(`${index + 1}/${posts.length}  ${file}`);
    try {
      report.finished(fileResult(post, await syncPost(post, found(index), destination), destination));
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      report.finished(untried(file, [{ line: 1, message: error.message }]));
      for (const { source } of posts.slice(index + 1)) report.finished(untried(source.file));
      return;
    }
  }
};

/**
 * The result of a file of whose post nothing is known: failed for its errors, or skipped for those of others.
 */
export const untried = (file: string, errors: readonly LineProblem[] = []): FileResult => ({
  file,
  outcome: errors.length > 0 ? "failed" : "skipped",
  id: null,
  url: null,
  revision: null,
  errors,
});

/** Where the public finds a post of that slug. */
export const addressOf = (slug: string, { parentPath }: NamedDestination): string =>
  // The site's root page stands in no address.
  publicUrl([...parentPath.split("/").slice(2), slug]);

/**
 * How many look-ups are on their way while a post is written: in most runs, looking is all there is to do.
 */
const lookAhead = 4;

/**
 * What each post finds in the service, to be asked for in their order; looks a few posts ahead of the one
 * asked for.
 */
const lookingAhead = (posts: readonly PlannedPost[], destination: Destination) => {
  const findings: Promise<StoredPost | undefined>[] = [];
  return (index: number): Promise<StoredPost | undefined> => {
    for (const { fields } of posts.slice(findings.length, index + lookAhead)) {
      const finding = findPost(destination, fields.slug);
      // A failure counts when the post's turn comes, if it ever does.
      finding.catch(() => {});
      findings.push(finding);
    }
    return findings[index]!;
  };
};

const fileResult = (wanted: PlannedPost, reached: PostResult, destination: NamedDestination): FileResult => {
  const { outcome, post } = reached;
  return {
    file: wanted.source.file,
    outcome,
    id: post?.id ?? null,
    url: post?.live ? addressOf(post.page_slug, destination) : null,
    revision: post?.latest_revision_id ?? null,
    errors: errorsOf(wanted, reached),
  };
};

const errorsOf = (
  { source }: PlannedPost,
  { outcome, refusal, saved }: PostResult,
): readonly LineProblem[] => {
  if (!refusal) return [];
  if (refusal.problems.length > 0) return problemsInFile(source.positions, refusal.problems);
  const message =
    outcome === "conflict" ? "Somebody else changed this post meanwhile; theirs is kept." : refusal.message;
  return [{ line: 1, message: saved ? `The draft is saved but not public: ${message}` : message }];
};

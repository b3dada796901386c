import { publicUrl } from "#lib/pages/addresses.ts";
import { PlainError } from "#local/plain-error.ts";
import type { LineProblem } from "./front-matter.ts";
import type { PlannedPost, StoredPost } from "./plan.ts";
import { type Destination, findPost, type PostResult, syncPost } from "./post.ts";
import { problemsInFile } from "./problems.ts";
import type { FileResult, PublishReport } from "./report.ts";

/** A destination with its path from the root, such as `/home/notes`. */
export interface NamedDestination extends Destination {
  readonly parentPath: string;
}

/** Publishes one after another, so that ids and publication dates have the order of the files. */
export const runPublication = async (
  posts: readonly PlannedPost[],
  destination: NamedDestination,
  report: PublishReport,
): Promise<void> => {
  const found = lookUpAhead(posts, destination);
  for (const [index, post] of posts.entries()) {
    const { file } = post.source;
    report.working(`${index + 1}/${posts.length}  ${file}`);
    try {
      report.finished(fileResult(post, await syncPost(post, found(index), destination), destination));
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      report.finished(notSent(file, [{ line: 1, message: error.message }]));
      for (const { source } of posts.slice(index + 1)) report.finished(notSent(source.file));
      return;
    }
  }
};

/** The result of a file that was not sent: failed if it has errors, else skipped. */
export const notSent = (file: string, errors: readonly LineProblem[] = []): FileResult => ({
  file,
  outcome: errors.length > 0 ? "failed" : "skipped",
  id: null,
  url: null,
  revision: null,
  errors,
});

export const addressOf = (slug: string, { parentPath }: NamedDestination): string =>
  // The root page is in no address.
  publicUrl([...parentPath.split("/").slice(2), slug]);

/** How many posts are looked up ahead of the one being written; most runs only look up. */
const lookAhead = 4;

/** Looks posts up in order, a few ahead of the one asked for. */
const lookUpAhead = (posts: readonly PlannedPost[], destination: Destination) => {
  const findings: Promise<StoredPost | undefined>[] = [];
  return (index: number): Promise<StoredPost | undefined> => {
    for (const { fields } of posts.slice(findings.length, index + lookAhead)) {
      const finding = findPost(destination, fields.slug);
      // A failure is reported when it is the post's turn.
      finding.catch(() => {});
      findings.push(finding);
    }
    return findings[index]!;
  };
};

const fileResult = (planned: PlannedPost, result: PostResult, destination: NamedDestination): FileResult => {
  const { outcome, post } = result;
  return {
    file: planned.source.file,
    outcome,
    id: post?.id ?? null,
    url: post?.live ? addressOf(post.page_slug, destination) : null,
    revision: post?.latest_revision_id ?? null,
    errors: errorsOf(planned, result),
  };
};

const errorsOf = (
  { source }: PlannedPost,
  { outcome, refusal, saved }: PostResult,
): readonly LineProblem[] => {
  if (!refusal) return [];
  if (refusal.problems.length > 0) return problemsInFile(source.positions, refusal.problems);
  const message =
    outcome === "conflict"
      ? "Somebody else changed this post meanwhile; their version is kept."
      : refusal.message;
  return [{ line: 1, message: saved ? `The draft is saved but not public: ${message}` : message }];
};

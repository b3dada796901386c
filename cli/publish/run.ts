import { certain } from "#lib/certain.ts";
import { PlainError } from "#local/plain-error.ts";
import { addressOf } from "./address.ts";
import type { LineProblem } from "./front-matter.ts";
import type { OwnedPage } from "./owned-pages.ts";
import type { PlannedPost } from "./plan.ts";
import { type Finding, type PostResult, syncPost, withdrawPage } from "./post.ts";
import type { NamedDestination, Prepared } from "./prepare.ts";
import { problemsInFile } from "./problems.ts";
import { type FileResult, notSent, type PublishReport } from "./report.ts";

/** Publishes one after another, so that ids and publication dates have the order of the files. */
export const runPublication = async (
  { posts, destination, find }: Prepared,
  gone: readonly OwnedPage[],
  report: PublishReport,
): Promise<void> => {
  const found = lookUpAhead(posts, find);
  const tasks = [
    ...posts.map((post, index) => ({
      file: post.source.file,
      run: async () => fileResult(post, await syncPost(post, found(index), destination), destination),
    })),
    ...gone.map((page) => ({
      file: page.source.path,
      run: async () => goneResult(page, await withdrawPage(page, destination), destination),
    })),
  ];
  for (const [index, { file, run }] of tasks.entries()) {
    report.working(`${index + 1}/${tasks.length}  ${file}`);
    try {
      report.finished(await run());
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      report.finished(notSent(file, [{ line: 1, message: error.message }]));
      for (const { file: next } of tasks.slice(index + 1)) report.finished(notSent(next));
      return;
    }
  }
};

/** How many posts are looked up ahead of the one being written; most runs only look up. */
const lookAhead = 4;

/** Looks posts up in order, a few ahead of the one asked for. */
const lookUpAhead = (posts: readonly PlannedPost[], find: Prepared["find"]) => {
  const findings: Promise<Finding>[] = [];
  return (index: number): Promise<Finding> => {
    for (const post of posts.slice(findings.length, index + lookAhead)) {
      const finding = find(post);
      // A failure is reported when it is the post's turn.
      finding.catch(() => {});
      findings.push(finding);
    }
    return certain(findings[index]);
  };
};

const fileResult = (planned: PlannedPost, result: PostResult, destination: NamedDestination): FileResult => ({
  file: planned.source.file,
  ...pageResult(result, destination),
  errors: errorsOf(result, ({ problems }) => problemsInFile(planned.positions, problems)),
});

/** The result for a page without a file. Its name is the path that its file had in the folder. */
const goneResult = (page: OwnedPage, result: PostResult, destination: NamedDestination): FileResult => ({
  file: page.source.path,
  ...pageResult(result, destination),
  errors: errorsOf(result, ({ message }) => [{ line: 1, message }]),
});

const pageResult = ({ outcome, post, removed = [] }: PostResult, destination: NamedDestination) => ({
  outcome,
  id: post?.id ?? null,
  url: post?.live ? addressOf(post.page_slug, destination) : null,
  revision: post?.latest_revision_id ?? null,
  removed,
});

export const errorsOf = (
  { outcome, refusal, saved, conflict, changedBy = "Somebody else" }: Omit<PostResult, "post">,
  problemsOf: (refusal: NonNullable<PostResult["refusal"]>) => readonly LineProblem[],
): readonly LineProblem[] => {
  if (conflict !== undefined) return [{ line: 1, message: conflict }];
  if (!refusal) return [];
  if (refusal.problems.length > 0) return problemsOf(refusal);
  const message =
    outcome === "conflict"
      ? `${changedBy} changed this post meanwhile; their version is kept.`
      : refusal.message;
  return [{ line: 1, message: saved ? `The draft is saved but not public: ${message}` : message }];
};

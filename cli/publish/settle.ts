import { lossesIn } from "#cli/publish/body/losses.ts";
import type { IdOf } from "#cli/publish/media/file-beside.ts";
import { updatePost } from "#lib/routes/editor-posts.ts";
import type { Client } from "./client.ts";
import type { LineProblem } from "./front-matter.ts";
import { sourceToSend } from "./judge.ts";
import { changesTo, isAsPlanned, type PlannedPost, type StoredPost } from "./plan.ts";
import type { Planning } from "./planning.ts";
import { problemsInFile } from "./problems.ts";
import { askingForReport, reported, type SaveReport } from "./reported.ts";

/** The answer to a save that asked for a report. */
export type ReportedPost = StoredPost & { readonly report?: SaveReport | null | undefined };

export interface SettledPost {
  readonly post: StoredPost;
  /** The plan that the post matches, by the settings with which it was saved. */
  readonly planned: PlannedPost;
  /** Losses that the service's settings do not explain. */
  readonly lost: readonly LineProblem[];
}

interface SettlingOptions {
  readonly client: Client;
  readonly planning: Planning;
  readonly library: { readonly idOf: IdOf };
}

/**
 * Compares what a save has kept with what was sent. If they differ, somebody has changed the site's settings
 * since they were read: then they are read again, and the post is saved as it is planned by them, so that its
 * digest says what was kept, and a later run with other settings sees a difference. Throws the refusal of a
 * save.
 */
export const settle = async (
  planned: PlannedPost,
  answer: ReportedPost,
  { client, planning, library: { idOf } }: SettlingOptions,
): Promise<SettledPost> => {
  let [post, current] = [answer, planned];
  for (let saves = 0; !isAsPlanned(post, current, idOf); saves++) {
    if (saves === maxSaves) return { post, planned: current, lost: lossesOfSave(post, current, idOf) };
    await planning.readAgain();
    current = planning.current(planned);
    const fields = { ...changesTo(post, current, idOf), ...sourceToSend(current, idOf, post) };
    if (Object.keys(fields).length === 0) break;
    const body = { ...fields, base_revision_id: String(post.latest_revision_id) };
    post = await client(reported(updatePost), { params: { id: post.id }, query: askingForReport, body });
  }
  return { post, planned: current, lost: [] };
};

/** Settings may change once more meanwhile. Whatever differs after that has another reason. */
const maxSaves = 2;

const lossesOfSave = (post: ReportedPost, planned: PlannedPost, idOf: IdOf): readonly LineProblem[] => {
  const told = post.report ? lossesInReport(post.report, planned) : [];
  if (told.length > 0) return told;
  const fields = Object.keys(changesTo(post, planned, idOf));
  return problemsInFile(
    planned.positions,
    fields.map((path) => ({ path, message: "The service does not keep this as the file says it." })),
  );
};

/** The losses in a report, at the lines of the file. */
export const lossesInReport = (
  { removed, ignored }: SaveReport,
  planned: PlannedPost,
): readonly LineProblem[] =>
  problemsInFile(planned.positions, [
    ...removed.flatMap((removal) =>
      lossesIn([{ ...removal, line: null }], 1).map(({ message }) => ({ path: removal.path, message })),
    ),
    ...ignored.map((path) => ({ path, message: "The service does not know this." })),
  ]);

import { type FileBeside, namedIn } from "#cli/publish/media/file-beside.ts";
import { certain } from "#lib/certain.ts";
import { dryRunAnswer } from "#lib/routes/dry-run-shapes.ts";
import { updatePost } from "#lib/routes/editor-posts.ts";
import { ServiceRefusal } from "./client.ts";
import type { LineProblem } from "./front-matter.ts";
import {
  filesNamedBy,
  isDraftOfOthers,
  isRenaming,
  type Judgement,
  judgeStored,
  sourceToSend,
  updateOf,
} from "./judge.ts";
import { creationOf, creationRoute, type PlannedPost } from "./plan.ts";
import { type Destination, type Finding, findPost, isOfAnotherFile, judge, slugIsTaken } from "./post.ts";
import { lossesInReport } from "./settle.ts";
import { type Steps, stepsTo, wantedState } from "./state.ts";
import { withoutTerms } from "./terms.ts";

/** What a run would do for a file. One that is held back has a fault. */
export const actions = [
  "create",
  "update",
  "rename",
  "publish",
  "schedule",
  "unpublish",
  "unchanged",
  "conflict",
  "refused",
  "held_back",
] as const;
export type Action = (typeof actions)[number];

export interface Intention {
  readonly planned: PlannedPost;
  readonly action: Action;
  /** The step that follows when the content is saved. */
  readonly end: Steps["end"];
  /** Absent if the service refuses the request. */
  readonly judgement?: Judgement;
  readonly refusal?: ServiceRefusal;
  /** Files that the service does not have yet. */
  readonly uploads?: readonly FileBeside[];
  /** Losses that the service's settings do not explain. */
  readonly lost?: readonly LineProblem[];
}

/** Asks the service what would become of a file, and writes nothing. */
export const intend = async (
  planned: PlannedPost,
  finding: Promise<Finding>,
  destination: Destination,
): Promise<Intention> => {
  const { planning } = destination;
  const intention = await tried(planned, finding, destination);
  if (!intention.lost?.length) return intention;
  // Somebody has changed the site's settings since they were read.
  await planning.readAgain();
  return tried(planning.current(planned), finding, destination);
};

const tried = async (
  planned: PlannedPost,
  finding: Promise<Finding>,
  destination: Destination,
): Promise<Intention> => {
  try {
    const judgement = await judge(planned, await finding, destination);
    const intention =
      judgement.is === "new"
        ? await intendNew(planned, destination)
        : await intendChange(planned, judgement, destination);
    const isSaved = ["new", "changed"].includes(certain(intention.judgement).is);
    return isSaved ? { ...intention, uploads: missing(planned, destination) } : intention;
  } catch (refusal) {
    if (!(refusal instanceof ServiceRefusal)) throw refusal;
    const action = refusal.code === "revision_conflict" ? "conflict" : "refused";
    return { planned, action, end: "none", refusal };
  }
};

const missing = (planned: PlannedPost, { library }: Destination): readonly FileBeside[] => {
  const files = filesNamedBy(planned).filter((file) => library.idOf(file) === undefined);
  return [...new Map(files.map((file) => [file.sha256, file])).values()];
};

/**
 * The part of a body that can be tried: fields whose files or terms have no ids yet are left out, blocks
 * become empty paragraphs.
 */
const tryable = <Body extends object>(body: Body, { toBeMade }: Destination): Body => {
  const kept = Object.entries(withoutTerms(body, toBeMade)).flatMap(([name, value]) => {
    if (namedIn(value).length === 0) return [[name, value]];
    return Array.isArray(value) ? [[name, value.map(tryableBlock)]] : [];
  });
  return Object.fromEntries(kept) as Body;
};

const tryableBlock = (block: unknown): unknown =>
  namedIn(block).length === 0 ? block : { type: "paragraph", value: "<p></p>" };

const intendNew = async (planned: PlannedPost, destination: Destination): Promise<Intention> => {
  const { client, parentId, library } = destination;
  const { idOf } = library;
  const whole = { ...creationOf(planned, parentId, idOf), ...sourceToSend(planned, idOf) };
  const body = tryable(whole, destination);
  try {
    const create = { ...creationRoute(planned), answer: dryRunAnswer };
    const { report } = await client(create, { query: rehearsal, body });
    const standing = { live: false, status: "draft" } as const;
    const { end } = stepsTo(wantedState(planned.source, destination), standing, true);
    const lost = lossesInReport(report, planned);
    return { planned, action: "create", end, judgement: { is: "new" }, lost };
  } catch (error) {
    if (!slugIsTaken(error)) throw error;
    const found = await findPost(destination, planned.fields.slug);
    if (!found || isOfAnotherFile(planned, found)) throw error;
    return intendChange(planned, judgeStored(planned, found, destination), destination);
  }
};

const intendChange = async (
  planned: PlannedPost,
  judgement: Exclude<Judgement, { readonly is: "new" }>,
  destination: Destination,
): Promise<Intention> => {
  const base = { planned, judgement };
  if (judgement.is === "conflict") return { ...base, action: "conflict", end: "none" };
  const isChanged = judgement.is === "changed";
  const { withdraw, end } = stepsTo(wantedState(planned.source, destination), judgement.page, isChanged);
  if (!isChanged) {
    const isLeft = end === "none" || isDraftOfOthers(planned, judgement, end);
    return isLeft
      ? { ...base, action: withdraw ? "unpublish" : "unchanged", end: "none" }
      : { ...base, action: end, end };
  }
  const { stored } = judgement;
  const { base_revision_id, ...fields } = tryable(
    updateOf(planned, judgement, destination.library.idOf),
    destination,
  );
  // A schedule locks the page until it is withdrawn, so that there is nothing to try.
  const isTried = !withdraw && Object.keys(fields).length > 0;
  const answer = isTried
    ? await destination.client(
        { ...updatePost, answer: dryRunAnswer },
        { params: { id: stored.id }, query: rehearsal, body: { ...fields, base_revision_id } },
      )
    : undefined;
  const lost = answer ? lossesInReport(answer.report, planned) : [];
  return { ...base, action: isRenaming(planned, stored) ? "rename" : "update", end, lost };
};

const rehearsal = { dry_run: "true" };

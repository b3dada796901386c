import { judgeComment } from "#lib/actions/pages/judge-comment.ts";
import { type CommentState, commentStates, stateOf } from "#lib/pages/comment-state.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { readModeratedComments } from "#lib/store/moderated-comments.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { aligned, printJson, printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const head = ["ID", "PAGE", "STATE", "SCORE", "CREATED", "NAME", "TEXT"];

/** A terminal's line has room for this much of a text. */
const maxShownCharacters = 60;

/** `lectern comment list`: prints the newest comments that wait, or those of another state. */
export const commentList: RunCommand = async (args, context) => {
  const options = {
    ...storeOptions,
    json: { type: "boolean", default: false },
    state: { type: "string", default: "pending" },
    limit: { type: "string", default: "100" },
  } as const;
  const { json, state: named, limit: most, ...choice } = parseArguments(args, options, []);
  const state = commentStates.find((each) => each === named);
  if (!state) throw new UsageError(`'${named}' is no state; the states are ${commentStates.join(", ")}`);
  if (!/^[1-9]\d{0,8}$/.test(most)) throw new UsageError(`--limit expects a number, not '${most}'`);
  await using _store = await openStore(choice, context);
  const chosen = { state, on: undefined, below: undefined, words: "" };
  const { count, comments } = await readModeratedComments(chosen, () => ({ offset: 0, limit: Number(most) }));
  const rows = comments.map(({ pageId, comment: { id, name, text, score, createdAt } }) => ({
    ...{ id, page: pageId, state, score: score ?? null, created_at: createdAt, author_name: name, text },
  }));
  if (json) printJson(context.stdout, rows);
  else
    printLines(
      context.stdout,
      aligned([
        head,
        ...rows.map((row) => [
          ...[String(row.id), String(row.page), row.state, row.score === null ? "-" : String(row.score)],
          ...[row.created_at, row.author_name, shortened(row.text)],
        ]),
      ]),
    );
  if (!json && count > rows.length)
    printLines(context.stdout, [`${count - rows.length} older ones are not shown; --limit shows more.`]);
  return 0;
};

const shortened = (text: string): string => {
  const line = text.replace(/\s+/g, " ");
  return line.length > maxShownCharacters ? `${line.slice(0, maxShownCharacters)}…`.toWellFormed() : line;
};

/** `lectern comment approve`: makes comments public. */
export const commentApprove: RunCommand = (args, context) => judged("public", args, context);

/** `lectern comment refuse`: refuses comments as spam. */
export const commentRefuse: RunCommand = (args, context) => judged("refused", args, context);

/** `lectern comment remove`: takes comments down. */
export const commentRemove: RunCommand = (args, context) => judged("removed", args, context);

const judged = async (
  state: Exclude<CommentState, "pending">,
  ...[args, context]: Parameters<RunCommand>
): Promise<number> => {
  const { ID, ...choice } = parseArguments(args, storeOptions, ["ID"]);
  if (!/^\d{1,15}$/.test(ID)) throw new UsageError(`'${ID}' is not the id of a comment`);
  await using _store = await openStore(choice, context);
  const { comment } = await judgeComment(Number(ID), state).catch((error) => {
    if (error instanceof Refusal && error.code === "not_found")
      throw new PlainError(`There is no comment ${ID}.`);
    throw error;
  });
  printLines(context.stdout, [`Comment ${ID} of ${comment.name} is ${stateOf(comment)}.`]);
  return 0;
};

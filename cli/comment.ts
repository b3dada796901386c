import type { CommentVerdict } from "#cli/administration/site-administration.ts";
import { commentStates } from "#lib/pages/comment.ts";
import { idFrom, parseArguments, siteOptions } from "./arguments.ts";
import { aligned, printJson, printLines, type RunAdministration } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const head = ["ID", "PAGE", "STATE", "SCORE", "CREATED", "NAME", "TEXT"];

/** A terminal's line has room for this much of a text. */
const maxShownCharacters = 60;

/** `lectern comment list`: prints the newest comments that wait, or those of another state. */
export const commentList: RunAdministration = async (args, context) => {
  const options = {
    ...siteOptions,
    json: { type: "boolean", default: false },
    state: { type: "string", default: "pending" },
    limit: { type: "string", default: "100" },
  } as const;
  const { json, state: named, limit: most, ...choice } = parseArguments(args, options, []);
  const state = commentStates.find((each) => each === named);
  if (!state) throw new UsageError(`'${named}' is no state; the states are ${commentStates.join(", ")}`);
  if (!/^[1-9]\d{0,8}$/.test(most)) throw new UsageError(`--limit expects a number, not '${most}'`);
  await using site = await context.openSite(choice, context);
  const { count, comments } = await site.comments(state, Number(most));
  const rows = comments.map(({ id, page, score, created_at, author_name, text }) => ({
    ...{ id, page, state, score, created_at, author_name, text },
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
export const commentApprove: RunAdministration = (args, context) => judge("public", args, context);

/** `lectern comment refuse`: refuses comments as spam. */
export const commentRefuse: RunAdministration = (args, context) => judge("refused", args, context);

/** `lectern comment remove`: takes comments down. */
export const commentRemove: RunAdministration = (args, context) => judge("removed", args, context);

const judge = async (
  verdict: CommentVerdict,
  ...[args, context]: Parameters<RunAdministration>
): Promise<number> => {
  const { ID, ...choice } = parseArguments(args, siteOptions, ["ID"]);
  const id = idFrom(ID, "comment");
  await using site = await context.openSite(choice, context);
  const judged = await site.judgeComment(id, verdict);
  printLines(context.stdout, [`Comment ${ID} of ${judged.author_name} is ${judged.state}.`]);
  return 0;
};

import type { GitHub } from "./github.ts";
import type { RunNumber } from "./job.ts";

/** The comment of one action: `key` keeps those for several folders apart. */
export interface PullComment {
  readonly number: number;
  readonly key: string;
  readonly run: RunNumber;
}

/**
 * Keeps a text as the one comment of this action on a pull request, and gives its address. A comment of a
 * later run stays. Of two runs that both begin the comment, the older comment stays, with the text of the
 * later run. Without a comment yet, `isNews` says whether to begin one.
 */
export const putComment = async (
  github: GitHub,
  { number, key, run }: PullComment,
  { text, isNews }: { readonly text: string; readonly isNews: boolean },
): Promise<string | undefined> => {
  const login = await github.login();
  const ownComments = async () =>
    (await github.comments(number)).flatMap((found) => {
      const made = runThatMade(found.body, key);
      // Anybody may paste the mark into a comment of their own.
      return made && found.author === login ? [{ ...found, made }] : [];
    });
  const [first] = await ownComments();
  if (!first && !isNews) return undefined;
  if (first && isLater(first.made, run)) return first.url;
  const body = `${markOf(key, run)}\n${text}`;
  const put = first ? await github.changeComment(first.id, body) : await github.addComment(number, body);
  const [kept, ...doubles] = await ownComments();
  if (!kept || doubles.length === 0) return put.url;
  const latest = [kept, ...doubles].reduce((one, other) => (isLater(other.made, one.made) ? other : one));
  if (latest !== kept) await github.changeComment(kept.id, latest.body);
  for (const { id } of doubles) await github.deleteComment(id);
  return kept.url;
};

const markOf = (key: string, [run, attempt]: RunNumber): string =>
  `<!-- lectern-plan ${key} ${run}.${attempt} -->`;

/** The length of the mark that precedes a text. */
export const markLength = (key: string, run: RunNumber): number => markOf(key, run).length + 1;

const runThatMade = (body: string, key: string): RunNumber | undefined => {
  const [, found, run, attempt] = /^<!-- lectern-plan (\w+) (\d+)\.(\d+) -->/.exec(body) ?? [];
  return found === key ? [Number(run), Number(attempt)] : undefined;
};

const isLater = ([run, attempt]: RunNumber, [otherRun, otherAttempt]: RunNumber): boolean =>
  run > otherRun || (run === otherRun && attempt > otherAttempt);

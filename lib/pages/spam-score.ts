import { certain } from "#lib/certain.ts";
import { type Comment, inThreadOrder } from "./comment.ts";

/** The number of messages with each label, and for each token the number of those that had it. */
export interface SpamModel {
  readonly ham: number;
  readonly spam: number;
  readonly tokens: Readonly<Record<string, readonly [ham: number, spam: number]>>;
}

/** The fewest examples of a label for a judgement. */
const minExamples = 20;

/** The tokens that are kept, those that say most, so that the model fits in one item. */
const maxTokens = 20_000;

const maxTokenLength = 24;

/** Comments with this score or more wait for a moderator. */
export const suspiciousFrom = 0.3;

/**
 * The number of decisions after which a model of so many examples should learn again. Reading all comments
 * each time would cost more with each comment; so the share of what is not yet learned stays below one
 * percent.
 */
export const decisionsToNextLesson = (examples: number): number => Math.max(1, Math.floor(examples / 100));

/** Learns from examples. */
export const spamModel = (examples: readonly TrainingExample[]): SpamModel => {
  const counts = new Map<string, [ham: number, spam: number]>();
  const totals = { ham: 0, spam: 0 };
  for (const [label, message] of examples) {
    totals[label]++;
    for (const token of tokensOf(message)) {
      const count = counts.get(token) ?? [0, 0];
      count[label === "ham" ? 0 : 1]++;
      counts.set(token, count);
    }
  }
  const kept = [...counts]
    .filter(([, [ham, spam]]) => ham + spam > 1)
    .sort(([, one], [, other]) => other[0] + other[1] - one[0] - one[1])
    .slice(0, maxTokens);
  return { ...totals, tokens: Object.fromEntries(kept) };
};

/** The likelihood that a message is spam, 0 to 1 (naive Bayes); null if the model has too few examples. */
export const spamScore = ({ ham, spam, tokens }: SpamModel, message: string): number | null => {
  if (Math.min(ham, spam) < minExamples) return null;
  let logOdds = Math.log(spam / ham);
  for (const token of tokensOf(message)) {
    if (!Object.hasOwn(tokens, token)) continue;
    const [inHam, inSpam] = certain(tokens[token]);
    logOdds += Math.log((inSpam + 0.5) / (spam + 1)) - Math.log((inHam + 0.5) / (ham + 1));
  }
  return Math.round(1e4 / (1 + Math.exp(-logOdds))) / 1e4;
};

/** Words in lower case, hosts of addresses, and how many addresses there are; each once. */
const tokensOf = (message: string): ReadonlySet<string> => {
  const text = message.normalize("NFKC").toLowerCase();
  const hosts = Array.from(text.matchAll(/https?:\/\/([^\s/?#<>"]+)/g), ([, host]) => `host ${host}`);
  const words = text.match(/[\p{L}\p{N}$€]+/gu) ?? [];
  const count = `links ${Math.min(hosts.length, 3)}`;
  return new Set([...words.map((word) => word.slice(0, maxTokenLength)), ...hosts.map(cut), count]);
};

const cut = (host: string): string => host.slice(0, 60);

export type TrainingExample = [label: "ham" | "spam", message: string];

/** The text of a comment for the classifier; empty titles and addresses leave spaces. */
export const messageOf = ({ name, email, title, text }: Pick<Comment, "name" | "email" | "title" | "text">) =>
  [name, email, title, text].join(" ");

/** Decided comments in thread order (contract#training-data). */
export const trainingExamples = (comments: readonly Comment[]): TrainingExample[] =>
  inThreadOrder(comments).flatMap((comment): TrainingExample[] =>
    comment.moderation === "pending" ? [] : [[comment.moderation, messageOf(comment)]],
  );

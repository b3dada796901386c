import { isEmailAddress } from "#lib/email-address.ts";

/** `ham` is public, `spam` was refused or taken down, `pending` waits for a decision. */
export const moderations = ["ham", "spam", "pending"] as const;
export type Moderation = (typeof moderations)[number];

/** Texts are plain text. Comments that their authors withdraw are not kept. */
export interface Comment {
  /** Unique over all pages; grows. */
  readonly id: number;
  /** The comment of the same page that this one answers, which may be deleted; null for none. */
  readonly parentId: number | null;
  readonly name: string;
  /** Shown to staff only. */
  readonly email: string;
  readonly title: string;
  readonly text: string;
  /** An instant, ISO 8601 UTC. */
  readonly createdAt: string;
  readonly moderation: Moderation;
  /** True if a moderator has taken it down; then its moderation is `spam`. */
  readonly removed?: true;
  /** True if a visitor wrote it on the site. Manifests replace only the others. */
  readonly fromVisitor?: true;
  /**
   * The likelihood that it was spam, as judged when it was written, from 0 to 1; absent if the model could
   * not say.
   */
  readonly score?: number;
}

/** A comment and its page. */
export interface PlacedComment {
  readonly pageId: number;
  readonly comment: Comment;
}

/** With this limit, the comments of a page fit in one transaction. */
export const maxCommentBytes = 2_000_000;

/** The levels of threads of visitors: comments, answers, and answers to those. */
const maxLevels = 3;

/**
 * Sorts comments by id, with answers after what they answer. An answer to a comment that is missing begins a
 * thread.
 */
export const inThreadOrder = (comments: readonly Comment[]): Comment[] => {
  const parentOf = parentsAmong(comments);
  const latestFirst = comments.toSorted((a, b) => b.id - a.id);
  const answers = Map.groupBy(latestFirst, (comment) => parentOf(comment)?.id);
  const ordered: Comment[] = [];
  const waiting = answers.get(undefined) ?? [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    ordered.push(next);
    waiting.push(...(answers.get(next.id) ?? []));
  }
  return ordered;
};

/** The public comments in thread order. An answer to a comment that is not public moves up the thread. */
export const publicComments = (comments: readonly Comment[]): Comment[] => {
  const parentOf = parentsAmong(comments);
  const publicAbove = (comment: Comment): number | null => {
    let above = parentOf(comment);
    while (above && above.moderation !== "ham") above = parentOf(above);
    return above?.id ?? null;
  };
  const shown = comments.filter(({ moderation }) => moderation === "ham");
  return inThreadOrder(shown.map((comment) => ({ ...comment, parentId: publicAbove(comment) })));
};

/**
 * An answer has a higher id than what it answers; others are ignored, so that no stored data makes a loop.
 */
const parentsAmong = (comments: readonly Comment[]) => {
  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  return ({ id, parentId }: Comment): Comment | undefined =>
    parentId !== null && parentId < id ? byId.get(parentId) : undefined;
};

/** The states that moderators see and set. Both `refused` and `removed` are stored as spam. */
export const commentStates = ["pending", "public", "refused", "removed"] as const;
export type CommentState = (typeof commentStates)[number];

const moderationOf: Readonly<Record<CommentState, Moderation>> = {
  pending: "pending",
  public: "ham",
  refused: "spam",
  removed: "spam",
};

export const stateOf = ({ moderation, removed }: Pick<Comment, "moderation" | "removed">): CommentState => {
  if (moderation === "spam") return removed ? "removed" : "refused";
  return moderation === "ham" ? "public" : "pending";
};

/** The comment in another state. */
export const inState = ({ removed: _, ...comment }: Comment, state: CommentState): Comment => ({
  ...comment,
  moderation: moderationOf[state],
  ...(state === "removed" && { removed: true }),
});

/** True for comments with the words in their name or text, in any case. */
export const saysWords = ({ name, text }: Comment, words: string): boolean =>
  `${name}\n${text}`.toLowerCase().includes(words.toLowerCase());

/** A public comment, with its level in its thread, from 1. */
export interface ThreadedComment extends Comment {
  readonly level: number;
}

/** The public comments in thread order with their levels. */
export const threadsOf = (comments: readonly Comment[]): readonly ThreadedComment[] => {
  const levels = new Map<number, number>();
  return publicComments(comments).map((comment) => {
    const level = comment.parentId === null ? 1 : (levels.get(comment.parentId) ?? 0) + 1;
    levels.set(comment.id, level);
    return { ...comment, level };
  });
};

/** True for public comments that a visitor may answer. */
export const mayBeAnswered = ({ level }: ThreadedComment): boolean => level < maxLevels;

export interface CommentFields {
  readonly name: string;
  readonly email: string;
  readonly text: string;
  /** The id of the comment that is answered; empty for none. */
  readonly answers: string;
  /** People do not see this field; what fills it is a program. */
  readonly website: string;
  /** When the form was made, in milliseconds since the epoch. */
  readonly opened: string;
}

/** Problems by field; `form` has those of the whole form. */
export type CommentProblems = Readonly<Partial<Record<"name" | "email" | "text" | "form", string>>>;

export interface WrittenComment {
  readonly parentId: number | null;
  readonly name: string;
  readonly email: string;
  readonly text: string;
}

export const maxCommentLengths = { name: 100, email: 254, text: 5_000 } as const;

/** The fewest milliseconds in which a person can read the form and write a comment. */
const minWritingMs = 3_000;

/** The comment that the fields describe, or their problems, as sentences. */
export const writtenComment = (
  fields: CommentFields,
  threads: readonly ThreadedComment[],
  nowMs: number,
): { readonly comment: WrittenComment } | { readonly problems: CommentProblems } => {
  const name = oneLine(fields.name);
  const email = oneLine(fields.email);
  const text = plainText(fields.text);
  const answered = threads.find(({ id }) => String(id) === fields.answers);
  const problems: CommentProblems = {
    ...problemIn("name", name, "Please enter your name."),
    ...problemIn("email", email, "Please enter your e-mail address."),
    ...(email !== "" && !isEmailAddress(email) && { email: "This does not look like an e-mail address." }),
    ...problemIn("text", text, "Please write something."),
    ...formProblem(fields, answered, nowMs),
  };
  if (Object.keys(problems).length > 0) return { problems };
  return { comment: { parentId: answered?.id ?? null, name, email, text } };
};

const problemIn = (field: keyof typeof maxCommentLengths, value: string, whenEmpty: string) => {
  const max = maxCommentLengths[field];
  if (!visible.test(value)) return { [field]: whenEmpty };
  if ([...value].length > max) return { [field]: `Please use at most ${max} characters.` };
  return manyMarks.test(value) ? { [field]: "Please use at most 20 accents on a letter." } : {};
};

/** A letter, number or sign: no space, no accent alone, nothing that is shown as nothing. */
const visible = /[^\p{Z}\p{Cc}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/u;

/** More accents than any script uses; they cover lines above. Invisible characters do not end the row. */
const manyMarks = /[\p{M}\p{Default_Ignorable_Code_Point}]{21}/u;

const formProblem = (
  { answers, website, opened }: CommentFields,
  answered: ThreadedComment | undefined,
  nowMs: number,
): CommentProblems => {
  if (website !== "") return { form: "Please leave the field “Website” empty." };
  if (!(nowMs - openedMs(opened) >= minWritingMs))
    return { form: "That was very quick. Please look at your comment, and send it again." };
  if (answers === "") return {};
  if (!answered) return { form: "The comment that you answer is not there any more." };
  return mayBeAnswered(answered) ? {} : { form: "This comment cannot be answered." };
};

/** NaN, which no comparison accepts, unless the text is a plain number. */
const openedMs = (opened: string): number => (/^\d{1,15}$/.test(opened) ? Number(opened) : Number.NaN);

/** The text without control characters, and without those that turn the direction of other text around. */
const withoutControls = (text: string): string =>
  text.replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "");

const oneLine = (text: string): string => withoutControls(text.replace(/\s+/g, " ")).trim();

const plainText = (text: string): string => withoutControls(text.replace(/\r\n?/g, "\n")).trim();

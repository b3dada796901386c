import { mayBeAnswered, type ThreadedComment } from "./comment.ts";

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
    ...(email !== "" && !isEmail(email) && { email: "This does not look like an e-mail address." }),
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

/** True for an address that a mail server could take: the rest is between the visitor and their provider. */
const isEmail = (text: string): boolean => /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>".]+$/.test(text);

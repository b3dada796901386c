import type { Comment } from "#lib/pages/comment.ts";

/** Who is exported or erased: an account, with the comments under its address, or a visitor who commented. */
export interface NamedPerson {
  /** Undefined without an account. */
  readonly userId: number | undefined;
  /** What their comments give; of both, if both are known. */
  readonly email: string | undefined;
  readonly name: string | undefined;
}

/** True for a comment under the person's address and name, in any case. */
export const wroteComment = (
  { email, name }: NamedPerson,
  comment: Pick<Comment, "email" | "name">,
): boolean =>
  (email !== undefined || name !== undefined) &&
  (email === undefined || isSame(email, comment.email)) &&
  (name === undefined || isSame(name, comment.name));

const isSame = (one: string, other: string): boolean => compared(one) === compared(other);

const compared = (text: string): string => text.normalize("NFC").trim().toLowerCase();

import { isCommonPassword } from "#lib/access/common-passwords/is-common-password.ts";

export const minPasswordLength = 12;

/** Longer than passwords, because nobody has to remember it. */
const minSecretLength = 32;

/**
 * Says why a password is not for an account: it is too short, or among the first that others would guess.
 * `names` are those of the account and of the site. Undefined if nothing is wrong with it.
 */
export const passwordProblem = (password: string, names: readonly string[] = []): string | undefined => {
  const short = lengthProblem("password", password, minPasswordLength);
  if (short) return short;
  if (isCommonPassword(password))
    return "the password is one of the most common ones, which are guessed first";
  const name = names.find((each) => isMostly(password, each));
  return name === undefined ? undefined : `the password is little more than the name ${name}`;
};

/** The same as a sentence. */
export const passwordProblemSentence = (password: string, names: readonly string[]): string | undefined => {
  const problem = passwordProblem(password, names);
  return problem && `${problem[0]?.toUpperCase()}${problem.slice(1)}.`;
};

/** The fewest characters of a password besides a name that is in it. */
const besideName = 6;

/** True if hardly anything is left of the password without the name. Short names are parts of many words. */
const isMostly = (password: string, name: string): boolean => {
  const [said, known] = [password, name].map((text) => text.toLowerCase().replaceAll(/\s/g, ""));
  if (!said || !known || [...known].length < 4 || !said.includes(known)) return false;
  return [...said.replaceAll(known, "")].length < besideName;
};

/** Says, in a sentence, why a new password is not accepted; undefined if it is. */
export const newPasswordProblem = (
  password: string,
  again: string,
  names: readonly string[],
): string | undefined => {
  const problem = passwordProblem(password, names);
  if (problem) return `The new password cannot be used: ${problem}.`;
  return password === again ? undefined : "The two new passwords differ.";
};

/** Says that a secret is too short for a token; undefined if it is not. */
export const secretProblem = (secret: string): string | undefined =>
  lengthProblem("secret", secret, minSecretLength);

/** Counts code points: an emoji is one, not two. */
const lengthProblem = (kind: string, text: string, min: number): string | undefined => {
  const { length } = [...text];
  if (length >= min) return undefined;
  return `the ${kind} has ${length} ${length === 1 ? "character" : "characters"}; at least ${min} are expected`;
};

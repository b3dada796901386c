const minPasswordLength = 12;

/** Longer than passwords, because nobody has to remember it. */
const minSecretLength = 32;

/** Says that a password is too short for an account; undefined if it is not. */
export const passwordProblem = (password: string): string | undefined =>
  lengthProblem("password", password, minPasswordLength);

/** Says, in a sentence, why a new password is not accepted; undefined if it is. */
export const newPasswordProblem = (password: string, again: string): string | undefined => {
  const problem = passwordProblem(password);
  if (problem) return `The new password is too short: ${problem}.`;
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

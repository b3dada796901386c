const minPasswordLength = 12;

/** Longer than passwords, because nobody has to remember it. */
const minSecretLength = 32;

/** Says that a password is too short for an account; undefined if it is not. */
export const passwordProblem = (password: string): string | undefined =>
  lengthProblem("password", password, minPasswordLength);

/** Says that a secret is too short for a token; undefined if it is not. */
export const secretProblem = (secret: string): string | undefined =>
  lengthProblem("secret", secret, minSecretLength);

/** Counts code points: an emoji is one, not two. */
const lengthProblem = (kind: string, text: string, min: number): string | undefined => {
  const { length } = [...text];
  if (length >= min) return undefined;
  return `the ${kind} has ${length} ${length === 1 ? "character" : "characters"}; at least ${min} are expected`;
};

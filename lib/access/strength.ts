/** How many characters the password of an account has at least. */
const minPasswordLength = 12;

/** How many characters the secret of a token has at least: nobody has to remember it. */
const minSecretLength = 32;

/** Says what is wrong with a password that is too short to be an account's; undefined when nothing is. */
export const passwordProblem = (password: string): string | undefined =>
  lengthProblem("password", password, minPasswordLength);

/** Says what is wrong with a secret that is too short to be a token's; undefined when nothing is. */
export const secretProblem = (secret: string): string | undefined =>
  lengthProblem("secret", secret, minSecretLength);

/** Counts characters as Unicode does: an emoji is one, not two. */
const lengthProblem = (kind: string, text: string, min: number): string | undefined => {
  const { length } = [...text];
  if (length >= min) return undefined;
  return `the ${kind} has ${length} ${length === 1 ? "character" : "characters"}; at least ${min} are expected`;
};

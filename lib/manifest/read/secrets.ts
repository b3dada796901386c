/**
 * The value of a password or secret as it is written in a manifest; undefined when it names a variable that
 * is not set.
 */
export type SecretValue = (written: string) => string | undefined;

const reference = /^env:(.*)$/s;

/**
 * The name of the environment variable that a password or secret stands for; undefined when it stands for
 * itself.
 */
export const variableNamed = (written: string): string | undefined => reference.exec(written)?.[1];

/**
 * Reads secrets as they are written, and `env:NAME` from an environment, where an empty variable counts as
 * none.
 */
export const secretsFrom =
  (environment: Readonly<Record<string, string | undefined>>): SecretValue =>
  (written) => {
    const name = variableNamed(written);
    return name === undefined ? written : environment[name] || undefined;
  };

/** Undefined if the text names a variable that is not set. */
export type SecretValue = (written: string) => string | undefined;

const reference = /^env:(.*)$/s;

/** The environment variable that the text names; undefined if it is the value itself. */
export const variableNamed = (written: string): string | undefined => reference.exec(written)?.[1];

/** An empty variable counts as not set. */
export const secretsFrom =
  (environment: Readonly<Record<string, string | undefined>>): SecretValue =>
  (written) => {
    const name = variableNamed(written);
    return name === undefined ? written : environment[name] || undefined;
  };

/** Undefined if the text names a variable that is not set. */
export type SecretValue = (written: string) => string | undefined;

const reference = /^env:(.*)$/s;

/** The environment variable that the text names; undefined if it is the value itself. */
export const variableNamed = (written: string): string | undefined => reference.exec(written)?.[1];

type Environment = Readonly<Record<string, string | undefined>>;

/** An empty variable counts as not set, and so does one that every object inherits, such as `constructor`. */
export const variableIn = (environment: Environment, name: string): string | undefined =>
  (Object.hasOwn(environment, name) && environment[name]) || undefined;

export const secretsFrom =
  (environment: Environment): SecretValue =>
  (written) => {
    const name = variableNamed(written);
    return name === undefined ? written : variableIn(environment, name);
  };

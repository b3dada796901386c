/**
 * Sets environment variables for this process and the programs it starts, before anything reads its
 * configuration. Only for what this machine itself provides: the address of its engine, the file of its
 * catalog.
 */
export const setEnvironment = (variables: Readonly<Record<string, string>>): void => {
  Object.assign(process.env, variables);
};

/** The variables that a manifest's `env:NAME` may name. */
export const environmentVariables = (): Readonly<Record<string, string | undefined>> => process.env;

/** Sets variables before any setting is read. Only for what this machine provides, such as addresses. */
export const setEnvironment = (variables: Readonly<Record<string, string>>): void => {
  Object.assign(process.env, variables);
};

/** The variables that a manifest's `env:NAME` may name. */
export const environmentVariables = (): Readonly<Record<string, string | undefined>> => process.env;

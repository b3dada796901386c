/** The value of an environment variable; undefined where it is not set or empty. */
export const variable = (name: string): string | undefined => process.env[name] || undefined;

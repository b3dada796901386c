/** An environment variable; undefined if it is missing or empty. */
export const variable = (name: string): string | undefined => process.env[name] || undefined;

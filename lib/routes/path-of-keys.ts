/** The path without its final slash, as in route keys: those of HTTP APIs cannot end in one. */
export const pathOfKeys = (path: string): string => path.replace(/([^/])\/$/, "$1");

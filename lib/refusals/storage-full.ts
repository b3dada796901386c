/** What the system says when a file cannot grow. */
const systemCodes = ["ENOSPC", "EDQUOT", "EFBIG"];

/**
 * True of an error that says that there is no room: for a file of this machine, or for the database of the
 * engine on it.
 */
export const isStorageFull = (error: unknown): boolean => {
  const { name, code = "", message } = error as Error & { readonly code?: string };
  // SQLite's words, which the engine passes on: full, or, where a quota ends, an error of input and output.
  const isEngineFull = name === "InternalServerError" && /disk is full|disk I\/O error/.test(message);
  return systemCodes.includes(code) || isEngineFull;
};

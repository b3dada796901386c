/** The system's errors when a file cannot grow. */
const systemCodes = ["ENOSPC", "EDQUOT", "EFBIG"];

/** True of errors of a full disk, on this machine or under an engine. */
export const isStorageFull = (error: unknown): boolean => {
  const { name, code = "", message } = error as Error & { readonly code?: string };
  // dynoxide passes SQLite's words on.
  const isEngineFull = name === "InternalServerError" && /disk is full/.test(message);
  return systemCodes.includes(code) || isEngineFull;
};

/** The system's errors when a file cannot grow. */
const systemCodes = ["ENOSPC", "EDQUOT", "EFBIG"];

/** True of errors of a full disk, of this machine or of an engine at DYNAMODB_ENDPOINT. */
export const isStorageFull = (error: unknown): boolean => {
  const { name, code = "", message } = error as Error & { readonly code?: string };
  // Engines on SQLite, such as dynoxide, pass its words on. A table in a file throws the system's code.
  const isEngineFull = name === "InternalServerError" && /disk is full/.test(message);
  return systemCodes.includes(code) || isEngineFull;
};

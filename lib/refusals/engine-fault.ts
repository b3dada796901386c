/**
 * The database or the file store gave no usable answer, although it was asked several times. Whether a write
 * was done is unknown, so nothing may be undone because of this error: it is no `Refusal`.
 */
export class EngineFault extends Error {
  override readonly name = "EngineFault";
}

/**
 * For work that may fail and be done in another way: turns every other error into `undefined`, and throws an
 * `EngineFault`.
 */
export const unlessEngineFault = (error: unknown): undefined => {
  if (error instanceof EngineFault) throw error;
};

/** The errors by which an engine refuses a correct request for a while. */
const passing: ReadonlySet<string> = new Set([
  "LimitExceededException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "RequestTimeout",
  "SlowDown",
  "Throttling",
  "ThrottlingException",
  "TooManyRequestsException",
  "TransactionConflictException",
  "TransactionInProgressException",
]);

interface SdkError extends Error {
  /** The status, on all errors that come while a request is sent and answered. */
  readonly $metadata?: { readonly httpStatusCode?: number };
  /** The side that the engine says is at fault; absent if it gave no answer. */
  readonly $fault?: "client" | "server";
}

/** True unless an engine says of itself that the request is wrong, or that its disk is full. */
export const mayPass = (error: unknown): boolean => {
  const { name, $fault } = error as SdkError;
  return !isStorageFull(error) && ($fault !== "client" || passing.has(name));
};

/** An error of the AWS SDK as an `EngineFault`, if repeating the request later may help; else itself. */
export const asEngineFault = (error: unknown): unknown => {
  const { name, message, $metadata } = error as SdkError;
  return $metadata && mayPass(error) ? new EngineFault(`${name}: ${message}`, { cause: error }) : error;
};

/** The system's errors of connections that nobody answers, or that break. */
const connectionCodes: ReadonlySet<string> = new Set([
  "ECONNABORTED",
  "ECONNREFUSED",
  "ECONNRESET",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EPIPE",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ETIMEDOUT",
]);

/** The system's errors of a disk or folder that refuses, and of too many open files. */
const diskCodes: ReadonlySet<string> = new Set(["EACCES", "EIO", "EMFILE", "ENFILE", "EPERM", "EROFS"]);

/** True also of content that breaks off while it is read: its stream fails with the system's error. */
export const isEngineFault = (error: unknown): boolean => {
  const { code = "", name } = (error ?? {}) as NodeJS.ErrnoException;
  const isKnown = error instanceof EngineFault || name === "TimeoutError";
  return isKnown || connectionCodes.has(code) || diskCodes.has(code);
};

/** The system's errors when a file cannot grow. */
const systemCodes = ["ENOSPC", "EDQUOT", "EFBIG"];

/** True of errors of a full disk, of this machine or of an engine at DYNAMODB_ENDPOINT. */
export const isStorageFull = (error: unknown): boolean => {
  const { name, code = "", message } = error as Error & { readonly code?: string };
  // Engines on SQLite, such as dynoxide, pass its words on. A table in a file throws the system's code.
  const isEngineFull = name === "InternalServerError" && /disk is full/.test(message);
  return systemCodes.includes(code) || isEngineFull;
};

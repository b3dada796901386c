/**
 * Writes an error to the error stream as one line of JSON, with its stack, as Lambda's structured logs have
 * it.
 */
export const logError = (error: unknown, labels: Readonly<Record<string, string>> = {}): void => {
  const message = error instanceof Error ? error.stack : String(error);
  console.error(JSON.stringify({ level: "ERROR", ...labels, message }));
};

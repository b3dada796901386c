/** Logs an error with its stack as a line of JSON, as Lambda does. */
export const logError = (error: unknown, labels: Readonly<Record<string, string>> = {}): void => {
  const message = error instanceof Error ? error.stack : String(error);
  console.error(JSON.stringify({ level: "ERROR", ...labels, message }));
};

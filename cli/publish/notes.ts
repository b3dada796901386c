import type { LineProblem } from "./front-matter.ts";
import { printable } from "./printable.ts";

/**
 * Prints a fault or a warning of a file, which may quote the file; with `isAnnotated`, so that GitHub Actions
 * shows it in the diff.
 */
export const noteOn = (
  kind: "error" | "warning",
  file: string,
  { line, message }: LineProblem,
  isAnnotated: boolean,
): string => {
  if (!isAnnotated) return `${printable(file)}:${line}: ${printable(message.replace(/\s*\n\s*/g, " "))}\n`;
  const name = escapedForRunner(printable(file)).replaceAll(":", "%3A").replaceAll(",", "%2C");
  const lines = message.split("\n").map(printable).join("\n");
  return `::${kind} file=${name},line=${line}::${escapedForRunner(lines)}\n`;
};

/** Escapes a text for the commands that the runner of GitHub Actions reads in its log. */
export const escapedForRunner = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

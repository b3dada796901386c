import type { LineProblem } from "./front-matter.ts";

/** How a fault or a warning of a file is printed; `isAnnotated` where GitHub Actions shows it in the diff. */
export const noteOn = (
  kind: "error" | "warning",
  file: string,
  { line, message }: LineProblem,
  isAnnotated: boolean,
): string => {
  if (!isAnnotated) return `${file}:${line}: ${message}\n`;
  const name = escapedForRunner(file).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${kind} file=${name},line=${line}::${escapedForRunner(message)}\n`;
};

/** As the runner of GitHub Actions reads commands in its log. */
export const escapedForRunner = (text: string): string =>
  text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");

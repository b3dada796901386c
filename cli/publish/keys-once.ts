import { counted } from "#cli/output.ts";
import type { LineProblem } from "./front-matter.ts";
import { isOfUnknownKey } from "./usual-keys.ts";

interface Warned {
  readonly warnings: readonly LineProblem[];
}

/**
 * The files with their warnings for people. A key that means nothing in several files is told once, in the
 * first of them, with their number.
 */
export const withKeysOnce = <File extends Warned>(files: readonly File[]): readonly File[] => {
  const counts = new Map<string, number>();
  for (const { warnings } of files)
    for (const { message } of warnings.filter(isOfUnknownKey))
      counts.set(message, (counts.get(message) ?? 0) + 1);
  const told = new Set<string>();
  const shown = (warning: LineProblem): readonly LineProblem[] => {
    const { message } = warning;
    const count = counts.get(message) ?? 1;
    if (count === 1) return [warning];
    if (told.has(message)) return [];
    told.add(message);
    return [{ ...warning, message: `${message} (In ${counted(count, "file")}; this is the first.)` }];
  };
  return files.map((file) => ({ ...file, warnings: file.warnings.flatMap(shown) }));
};

import type * as z from "zod/mini";
import type { reportOfWrite } from "#lib/routes/dry-run-shapes.ts";

type ReportView = z.input<typeof reportOfWrite>;
type Warning = ReportView["warnings"][number];
type Removal = Omit<ReportView["removed"][number], "path">;

/** Collects a report (contract#reports). */
export interface WriteReport {
  readonly removed: (path: string, removals: readonly Removal[]) => void;
  readonly ignored: (path: string) => void;
  readonly warn: (warning: Warning) => void;
  /** Forgets what was removed, for a body that is read again. */
  readonly startAgain: () => void;
  readonly view: () => ReportView;
}

const maxRemoved = 500;

export const writeReport = (): WriteReport => {
  const removed: ReportView["removed"][number][] = [];
  const ignored = new Set<string>();
  const warnings = new Map<string, Warning>();
  let isTruncated = false;
  return {
    removed: (path, removals) => {
      for (const { line, kind, name, text } of removals) {
        isTruncated ||= removed.length === maxRemoved;
        if (isTruncated) return;
        removed.push({ path, line, kind, name, text: text.toWellFormed() });
      }
    },
    ignored: (path) => void ignored.add(path),
    warn: (warning) => void warnings.set(`${warning.code} ${warning.path}`, warning),
    startAgain: () => {
      removed.length = 0;
      isTruncated = false;
    },
    view: () => ({
      removed,
      truncated: isTruncated,
      ignored: [...ignored],
      warnings: [...warnings.values()],
    }),
  };
};

/** Reports the members of what was sent that parsing has left out. */
export const reportUnknown = (
  report: WriteReport | undefined,
  sent: unknown,
  parsed: unknown,
  path = "",
): void => {
  // Parsing has left nothing out of what it keeps as it is, which may be nested as deeply as anybody likes.
  if (!report || sent === parsed || !isPlain(sent) || !isPlain(parsed)) return;
  for (const [name, value] of Object.entries(sent)) {
    const at = path + name;
    if (Object.hasOwn(parsed, name)) reportUnknown(report, value, parsed[name], `${at}.`);
    else report.ignored(at);
  }
};

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

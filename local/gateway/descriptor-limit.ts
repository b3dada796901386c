import { readFileSync } from "node:fs";

/**
 * The most descriptors that this process may have open at a time, for files, connections and pipes; undefined
 * if the system does not say. Source: proc_pid_limits(5). Node raises the soft limit to the hard one.
 */
export const descriptorLimit = (): number | undefined => {
  const said = limitInProc() ?? limitInReport();
  return typeof said === "number" || /^\d+$/.test(said ?? "") ? Number(said) : undefined;
};

const limitInProc = (): string | undefined => {
  try {
    return /^Max open files +(\S+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
  } catch {
    return undefined;
  }
};

/** The limit on other systems than Linux. */
const limitInReport = (): string | number | undefined => {
  const { userLimits } = process.report.getReport() as UserLimits;
  return userLimits?.open_files?.soft;
};

interface UserLimits {
  readonly userLimits?: { readonly open_files?: { readonly soft?: string | number } };
}

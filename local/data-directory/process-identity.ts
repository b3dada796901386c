import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Distinguishes a process from others that had its number before, by the time it started. Undefined if there
 * is none, or only a zombie. Two small reads on Linux, a child process elsewhere.
 */
export const identifyProcess = (pid: number): string | undefined => {
  if (process.platform === "linux") return linuxStart(pid);
  if (process.platform === "win32") {
    const ticks = `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().Ticks`;
    return answerOf("powershell.exe", ["-NoProfile", "-Command", ticks]);
  }
  // Zone and language are fixed, so that the text does not change with summer time.
  return answerOf("/usr/bin/env", ["TZ=UTC0", "LC_ALL=C", "/bin/ps", "-o", "lstart=", "-p", String(pid)]);
};

const linuxStart = (pid: number): string | undefined => {
  const stat = contentOf(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The program's name is in parentheses, and may contain spaces and parentheses itself.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const [state, startTicks] = [fields[0], fields[19]];
  if (state === "Z" || state === "X") return undefined;
  return `${contentOf("/proc/sys/kernel/random/boot_id")?.trim()}/${startTicks}`;
};

const contentOf = (file: string): string | undefined => {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
};

const answerOf = (program: string, args: readonly string[]): string | undefined => {
  try {
    return (
      execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim() ||
      undefined
    );
  } catch {
    return undefined;
  }
};

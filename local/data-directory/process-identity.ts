import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/**
 * Tells apart the processes that bore one number over time: the same text for as long as a process lives,
 * `undefined` when no process has that number, or only one that has ended and waits to be collected.
 *
 * The text is the moment the process started, in the platform's own terms, and only good for comparing.
 * Costs two small reads on Linux and a short-lived child process elsewhere.
 */
export const identifyProcess = (pid: number): string | undefined => {
  if (process.platform === "linux") return linuxStart(pid);
  if (process.platform === "win32") {
    const ticks = `(Get-Process -Id ${pid}).StartTime.ToUniversalTime().Ticks`;
    return answerOf("powershell.exe", ["-NoProfile", "-Command", ticks]);
  }
  // A fixed zone and language: a running process must not look like another one after summer time began.
  return answerOf("/usr/bin/env", ["TZ=UTC0", "LC_ALL=C", "/bin/ps", "-o", "lstart=", "-p", String(pid)]);
};

const linuxStart = (pid: number): string | undefined => {
  const stat = contentOf(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The program's name stands in parentheses and may itself hold spaces and parentheses.
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

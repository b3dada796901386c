import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** How functions are kept apart on this machine. */
export interface Sandbox {
  /** The command that runs a program with the function's own view of files. */
  readonly command: (inside: SandboxedFunction, program: readonly string[]) => readonly string[];
  /** What Lambda guarantees and this sandbox does not; printed at the end of a run. */
  readonly leavesOut: readonly string[];
  /** Whether each process has a folder /tmp of its own. */
  readonly ownTemporaryFolder: boolean;
}

interface SandboxedFunction {
  readonly taskFolder: string;
  /** With the programs that layers bring; undefined for a function without layers. */
  readonly layersFolder: string | undefined;
  readonly temporaryMb: number;
}

/**
 * In a mount namespace of its own, all files are read-only but /tmp, which is empty and of the configured
 * size. `$1` is the folder of the function, `$2` the layers' or nothing, `$3` the size; the program follows.
 */
const script = `
set -e
mount --bind "$1" "$1"
mount -o remount,bind,ro "$1"
mount -o remount,bind,ro /
mount -t tmpfs -o "size=$3m" tmpfs /tmp
cd "$1"
[ -z "$2" ] || export PATH="$2:$PATH"
shift 3
exec "$@"
`;

const mounting = (unshare: readonly string[]): Sandbox => ({
  ownTemporaryFolder: true,
  leavesOut: [],
  command: ({ taskFolder, layersFolder = "", temporaryMb }, program) => [
    ...["unshare", ...unshare, "sh", "-c", script, "sandbox"],
    ...[taskFolder, layersFolder, String(temporaryMb)],
    ...program,
  ],
});

const withoutMounts: Sandbox = {
  ownTemporaryFolder: false,
  leavesOut: [
    "files outside of the function's folder can be written",
    "/tmp is shared by all functions, and has no limit",
  ],
  command: ({ taskFolder, layersFolder = "" }, program) => [
    ...["sh", "-c", 'cd "$1"; [ -z "$2" ] || export PATH="$2:$PATH"; shift 2; exec "$@"', "sandbox"],
    ...[taskFolder, layersFolder, ...program],
  ],
};

/** The strictest sandbox that this machine allows: mounts need root, or namespaces of users. */
export const findSandbox = async (taskFolder: string): Promise<Sandbox> => {
  for (const namespaces of [["--mount"], ["--mount", "--map-root-user"]]) {
    const sandbox = mounting(namespaces);
    const probe = { taskFolder, layersFolder: undefined, temporaryMb: 1 };
    const [program = "", ...args] = sandbox.command(probe, [
      "sh",
      "-c",
      "! touch outside 2>&1 && touch /tmp/inside",
    ]);
    const works = await promisify(execFile)(program, args, { timeout: 10_000 }).then(
      () => true,
      () => false,
    );
    if (works) return sandbox;
  }
  return withoutMounts;
};

import { readFileSync } from "node:fs";
import path from "node:path";

/** The entries of packages in `package-lock.json`, by their folders. */
export type LockedPackages = Readonly<Record<string, LockedPackage>>;

interface LockedPackage {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

/** {@link pinnedPackages} by the lock file of a project. */
export const pinnedInProject = (names: readonly string[], root: string): Readonly<Record<string, string>> =>
  pinnedPackages(names, JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")).packages);

/**
 * The exact versions of packages, and of all that they need on Lambda, from the lock file: SST installs them
 * beside a bundle without one, and would take whatever is newest on that day for what is not named. Throws
 * for a package that the lock file lacks, or has in two versions.
 */
export const pinnedPackages = (
  names: readonly string[],
  locked: LockedPackages,
): Readonly<Record<string, string>> => {
  const pinned = new Map<string, string>();
  const pin = (name: string): void => {
    if (pinned.has(name)) return;
    const places = Object.keys(locked).filter((place) => place.endsWith(`node_modules/${name}`));
    const { version, ...its } = locked[`node_modules/${name}`] ?? {};
    if (version === undefined || places.length > 1)
      throw new Error(`package-lock.json has to have one version of ${name}, which functions install.`);
    if (!runsOnLambda(its)) return;
    pinned.set(name, version);
    for (const needed of Object.keys({ ...its.dependencies, ...its.optionalDependencies })) pin(needed);
  };
  for (const name of names) pin(name);
  return Object.fromEntries(pinned);
};

/** The system of functions: the architecture of `function-defaults.ts`, on Amazon Linux. */
const lambda = { os: "linux", cpu: "arm64", libc: "glibc" } as const;

const runsOnLambda = (its: LockedPackage): boolean =>
  (["os", "cpu", "libc"] as const).every((trait) => its[trait]?.includes(lambda[trait]) ?? true);

import { InvalidManifest, warningLine } from "#lib/manifest/problem.ts";
import { isLoopback } from "#lib/outbound/loopback.ts";
import { readSiteVersion } from "#lib/store/site.ts";
import { writePurpose } from "#local/data-directory/purpose.ts";
import {
  applyDemo,
  becomeSite,
  demoHasEnded,
  demoWillEnd,
  endKnownCredentials,
  manifests,
  purposeOf,
  renewDemo,
} from "./demo.ts";
import { type Demo, leaveDemo, leftDemo } from "./demo-file.ts";
import { environmentVariables } from "./environment.ts";
import { PlainError } from "./plain-error.ts";

export interface Filling {
  /** Applied at every start. */
  readonly manifest?: string;
  /** True if an empty service gets the demo. */
  readonly demo: boolean;
  readonly host: string;
  readonly folder: string | undefined;
}

/**
 * Applies the manifest, or the demo to an empty service; completes an incomplete demo. Gives the demo, if
 * any. Throws a {@link PlainError} for an invalid manifest, a demo where a site was, or one that others could
 * reach.
 */
export const fill = async (filling: Filling): Promise<Demo | undefined> => {
  const { manifest, folder } = filling;
  if (manifest === undefined) return folder === undefined ? fillEngine(filling) : fillFolder(filling, folder);
  await applySite(manifest, filling).catch(refuse(manifest));
  return undefined;
};

const applySite = async (manifest: string, { folder, host }: Filling): Promise<void> => {
  const { applyManifest } = await manifests();
  const way = { environment: environmentVariables(), exposed: !isLoopback(host) };
  if (folder !== undefined) {
    if ((await purposeOf(folder)) === "demo") console.log(demoWillEnd(folder));
    // Checked first, so that an invalid manifest changes nothing.
    if ((await purposeOf(folder)) !== "site") await applyManifest(manifest, { ...way, dryRun: true });
    if (await becomeSite(folder)) console.log(demoHasEnded(folder));
  }
  await applyManifest(manifest, {
    ...way,
    warn: (problem) => console.error(`${manifest}:${warningLine(problem)}`),
  });
};

const fillFolder = async ({ demo, host }: Filling, folder: string): Promise<Demo | undefined> => {
  const purpose = await purposeOf(folder);
  const isEmpty = (await readSiteVersion()) === 0;
  if (purpose === "site" && demo && isEmpty) throw noDemoThere(folder);
  if (purpose === "site" || (purpose === "unused" && !(demo && isEmpty))) {
    await becomeSite(folder);
    return undefined;
  }
  requireLoopback(host);
  const left = await leftDemo(folder);
  if (!left && !demo) return undefined;
  if (left) return renewDemo(folder, left);
  await writePurpose(folder, "demo");
  const made = await applyDemo();
  await leaveDemo(folder, made);
  return made;
};

const fillEngine = async ({ demo, host }: Filling): Promise<Demo | undefined> => {
  if (demo && (await readSiteVersion()) === 0) {
    requireLoopback(host);
    return applyDemo();
  }
  // An earlier version may have made its demo here; there is no record of it.
  if (!isLoopback(host)) await endKnownCredentials();
  return undefined;
};

const noDemoThere = (folder: string): PlainError =>
  new PlainError(
    `${folder} has been used for a site, and that site is empty; restore its database if something is missing, start with --no-demo or --manifest to go on with it, or choose a new directory with --data for the demo.`,
  );

/** The demo's credentials are printed on the screen. */
const requireLoopback = (host: string): void => {
  if (isLoopback(host)) return;
  throw new PlainError(
    `The demo is for this machine only, and other machines may reach the address '${host}'; leave out --host, or start a site of your own with --manifest or --no-demo and another directory for --data.`,
  );
};

const refuse =
  (file: string) =>
  (error: Error): never => {
    if (!(error instanceof InvalidManifest)) throw error;
    throw new PlainError(error.message.replaceAll(/^/gm, `${file}:`), { cause: error });
  };

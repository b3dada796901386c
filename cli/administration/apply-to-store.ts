import { printLines } from "#cli/output.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { isLoopback } from "#lib/outbound/loopback.ts";
import { readHost } from "#local/data-directory/host.ts";
import { becomeSite, demoHasEnded, demoWillEnd, purposeOf } from "#local/demo.ts";
import { PlainError } from "#local/plain-error.ts";
import type { SiteAdministration } from "./site-administration.ts";

/** The store that this process has opened. */
interface OpenedSite {
  /** The data directory, unless an engine or a deployment has the table. */
  readonly folder: string | undefined;
  /** True of a deployment, which other machines reach. */
  readonly isDeployed: boolean;
}

/** Applies files to a store. A data directory with a demo becomes that of a site. */
export const applyToStore =
  ({ folder, isDeployed }: OpenedSite): SiteAdministration["applyFile"] =>
  async (file, { dryRun, stderr, warn, mayEndDemo, ...wishes }) => {
    const exposed = isDeployed || (await othersReach(folder));
    const way = { ...wishes, exposed };
    const hasDemo = folder !== undefined && (await purposeOf(folder)) === "demo";
    if (hasDemo) printLines(stderr, [demoWillEnd(folder)]);
    if (folder !== undefined && !dryRun) {
      // Checked first, so that nobody is asked about a manifest that is refused.
      if ((await purposeOf(folder)) !== "site") await applyManifest(file, { ...way, dryRun: true });
      if (hasDemo && mayEndDemo && !(await mayEndDemo()))
        throw new PlainError(`Nothing was changed, and the demo in ${folder} stays.`);
      if (await becomeSite(folder)) printLines(stderr, [demoHasEnded(folder)]);
    }
    return applyManifest(file, { ...way, dryRun, warn });
  };

/** True if other machines could reach the folder's service, now or when it last ran. */
const othersReach = async (folder: string | undefined): Promise<boolean> => {
  const host = folder === undefined ? undefined : await readHost(folder);
  return host !== undefined && !isLoopback(host);
};

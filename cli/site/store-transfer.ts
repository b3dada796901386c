import { fileKey } from "#lib/files/file-key.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { exportManifest } from "#lib/manifest/export.ts";
import { isLoopback } from "#lib/outbound/loopback.ts";
import { readHost } from "#local/data-directory/host.ts";
import { becomeSite, demoHasEnded, purposeOf } from "#local/demo.ts";
import { PlainError } from "#local/plain-error.ts";
import { requireSettings } from "#local/require-settings.ts";
import type { SiteTransfer } from "./site-administration.ts";

/** Manifests for the store that this process has opened, and from it. `isDeployed`: it is that of a stage. */
export const storeTransfer = (folder: string | undefined, isDeployed: boolean): SiteTransfer => ({
  applyManifest: async (file, { dryRun, prune, environment, warn, say }) => {
    requireSettings();
    const exposed = isDeployed || (await othersReach(folder));
    const way = { prune, environment, exposed };
    if (folder !== undefined && !dryRun) {
      // A demo ends only for a manifest that can be applied.
      if ((await purposeOf(folder)) !== "site") await applyManifest(file, { ...way, dryRun: true });
      if (await becomeSite(folder)) say(demoHasEnded(folder));
    }
    return applyManifest(file, { ...way, dryRun, warn });
  },
  exportManifest: async () => {
    requireSettings();
    const { manifest, variables, files } = await exportManifest();
    return {
      manifest,
      variables,
      files: files.map(({ file, path }) => ({ path, read: () => contentOf(file.key) })),
    };
  },
});

/** True if other machines could reach the folder's service, now or when it last ran. */
const othersReach = async (folder: string | undefined): Promise<boolean> => {
  const host = folder === undefined ? undefined : await readHost(folder);
  return host !== undefined && !isLoopback(host);
};

const contentOf = async (key: string): Promise<AsyncIterable<Uint8Array>> => {
  const content = await (await openFiles()).get(fileKey(key));
  if (content) return content.body;
  throw new PlainError(
    `The file store has no ${key}, which the site needs; \`lectern files verify\` lists all missing files.`,
  );
};

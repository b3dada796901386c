import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "..");

/** What this reads and writes of a bill of materials. */
export interface Sbom {
  readonly serialNumber?: string;
  readonly metadata: {
    readonly timestamp?: string;
    readonly component: { readonly name: string; readonly version: string };
  };
  readonly components: readonly { readonly purl: string; readonly scope: string }[];
}

/**
 * npm's own list, from the lock file alone. Packages that only developers install are `optional` in it:
 * without them npm leaves out some that production installs as well.
 */
export const npmSbom = async (): Promise<Sbom> => {
  const args = ["sbom", "--package-lock-only", "--sbom-format=cyclonedx"];
  const { stdout } = await promisify(execFile)("npm", args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout);
};

/**
 * A bill of materials without what differs between runs: the time, a random number, which becomes one that
 * the content decides, and the folder's name.
 */
export const reproducibleSbom = ({ serialNumber: _, metadata, ...rest }: Sbom): string => {
  const { timestamp: __, ...others } = metadata;
  const content = { ...rest, metadata: { ...others, component: { ...metadata.component, name: "lectern" } } };
  const digest = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  const uuid = digest.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
  return `${JSON.stringify({ serialNumber: `urn:uuid:${uuid}`, ...content }, null, 2)}\n`;
};

import { applyManifest } from "#lib/manifest/apply.ts";
import { InvalidManifest } from "#lib/manifest/problem.ts";
import { readSiteVersion } from "#lib/store/site.ts";
import { applyDemo } from "./demo.ts";
import { environmentVariables } from "./environment.ts";
import { PlainError } from "./plain-error.ts";

/** What a service shall be filled with before it answers. */
export interface Filling {
  /** The manifest to apply at every start. */
  readonly manifest?: string;
  /** True where an empty service gets the demo. */
  readonly demo: boolean;
}

/**
 * Applies the manifest that was asked for, or the demo's to an empty service; gives the id of the demo's blog if that was
 * it. Refused with a {@link PlainError}: a manifest that cannot be applied, with a line for everything that is wrong.
 */
export const fill = async ({ manifest, demo }: Filling): Promise<number | undefined> => {
  if (manifest !== undefined) {
    await applyManifest(manifest, { environment: environmentVariables() }).catch(refuse(manifest));
    return undefined;
  }
  return demo && (await readSiteVersion()) === 0 ? applyDemo() : undefined;
};

const refuse =
  (file: string) =>
  (error: Error): never => {
    if (!(error instanceof InvalidManifest)) throw error;
    throw new PlainError(error.message.replaceAll(/^/gm, `${file}:`), { cause: error });
  };

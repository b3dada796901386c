import { join } from "node:path";
import { namesTable, openStore } from "#cli/open-store.ts";
import { readProfile } from "#cli/profiles.ts";
import { UsageError } from "#cli/usage-error.ts";
import { defaultDataDirectory, holdsData } from "#local/data-directory.ts";
import { requireSettings } from "#local/require-settings.ts";
import { applyToStore } from "./apply-to-store.ts";
import { openService } from "./open-service.ts";
import type { OpenSite, SiteChoice } from "./open-site.ts";
import { storeSite } from "./store-site.ts";

/** Opens the site of a service, or the store of a data directory or a stage. */
export const openEither: OpenSite = async (choice, context, options) => {
  if (await asksService(choice, context.environment)) return openService(choice, context);
  if (options?.creates) requireSettings();
  const store = await openStore(choice, context, options);
  return {
    ...storeSite,
    applyFile: applyToStore({ folder: store.folder, isDeployed: choice.stage !== undefined }),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
};

/**
 * True if the options, the environment or a profile name a service. The data of this folder come before the
 * profile that nobody has named.
 */
export const asksService = async (
  { data, stage, url, token, profile }: SiteChoice,
  environment: Readonly<Record<string, string | undefined>>,
  folder = ".",
): Promise<boolean> => {
  const isService = url !== undefined || token !== undefined || profile !== undefined;
  const isStore = data !== undefined || stage !== undefined;
  if (isService && isStore) throw new UsageError("--data and --stage exclude --url, --token and --profile");
  if (isService || isStore) return isService;
  if (environment.LECTERN_URL || environment.LECTERN_PROFILE) return true;
  if (namesTable(environment) || (await holdsData(join(folder, defaultDataDirectory)))) return false;
  return (await readProfile(undefined, environment)) !== undefined;
};

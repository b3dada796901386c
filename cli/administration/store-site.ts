import { pageIdAt } from "#lib/manifest/stored/stored-state.ts";
import { requireSettings } from "#local/require-settings.ts";
import { noPage } from "./missing.ts";
import { ownAddress, ownFunctions } from "./own-functions.ts";
import type { SiteAdministration } from "./site-administration.ts";
import { siteByRoutes } from "./site-by-routes.ts";
import { exportStore } from "./store-export.ts";

/** The page at a path. It sends no request for each step, which would read the whole catalog. */
const pageAt = async (path: string): Promise<number> => {
  const id = await pageIdAt(path);
  if (id === undefined) throw noPage(path);
  return id;
};

const byRoutes = siteByRoutes(ownFunctions, pageAt);

/** The path of an address, without the address of this process, if the site has none. */
const pathOf = (url: string): string => url.replace(ownAddress, "");

/** Administers the site whose store this process has opened, by the functions of the service. */
export const storeSite: Omit<SiteAdministration, keyof AsyncDisposable | "applyFile"> = {
  ...byRoutes,
  createToken: async (wanted) => {
    requireSettings();
    return byRoutes.createToken(wanted);
  },
  createPreviewLink: async (...given) => {
    const made = await byRoutes.createPreviewLink(...given);
    return { ...made, url: pathOf(made.url), json_url: pathOf(made.json_url) };
  },
  logStatistics: async (...given) => (await import("./log-statistics.ts")).logStatistics(...given),
  exportSite: exportStore,
};

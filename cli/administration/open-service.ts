import { connect } from "#cli/publish/client.ts";
import { findConnection } from "#cli/publish/connection.ts";
import { UsageError } from "#cli/usage-error.ts";
import type { OpenSite } from "./open-site.ts";

/** Opens the site of a service, over HTTP: of a program that does not have the service. */
export const openService: OpenSite = async ({ data, stage, ...choice }, { environment }) => {
  if (data !== undefined || stage !== undefined)
    throw new UsageError("--data and --stage work where Lectern itself is installed; give --url instead");
  const connection = await findConnection(choice, environment);
  const { siteByRoutes } = await import("./site-by-routes.ts");
  return {
    ...siteByRoutes(connect(connection)),
    exportSite: async () => (await import("./service-export.ts")).exportService(connection),
    applyFile: async (...given) =>
      (await import("./apply-by-service.ts")).applyByService(connection)(...given),
    [Symbol.asyncDispose]: async () => {},
  };
};

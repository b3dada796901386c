import { readSiteThings, updateSiteThings } from "#lib/routes/administration-site.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";

/** The sections of a change. */
export interface ChangedThings {
  readonly set?: object;
  readonly remove?: object;
  readonly rename?: object;
}

/** The site's own things, as its superuser reads them. */
export const readThings = async (): Promise<RouteAnswer["body"]> =>
  (await call(readSiteThings, { as: "su" })).body;

/** Changes the site's own things, on the state that there is unless the change names another. */
export const changeThings = async (
  change: ChangedThings & { readonly base_digest?: string },
  {
    as = "su",
    headers = {},
    query = {},
  }: { as?: string; headers?: Record<string, string>; query?: Record<string, string> } = {},
): Promise<RouteAnswer> => {
  const { digest } = change.base_digest === undefined ? await readThings() : { digest: change.base_digest };
  return call(updateSiteThings, { as, headers, query, body: { base_digest: digest, ...change } });
};

/** The paths and codes of problems. */
export const problemPaths = ({ body }: RouteAnswer): readonly string[] =>
  Object.entries((body.errors ?? {}) as Record<string, { code: string }[]>)
    .flatMap(([path, problems]) => problems.map(({ code }) => `${path}/${code}`))
    .sort();

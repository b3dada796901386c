import type { Route } from "#lib/routes/route.ts";
import { type CallOptions, call, type RouteAnswer } from "./call.ts";

/** Somebody's browser: it keeps the cookies that it is given, and sends them with each request. */
export interface Browser {
  /** Cookies by name. */
  readonly cookies: ReadonlyMap<string, string>;
  /** Calls a route; what changes something proves with the CSRF token that our own page sent it. */
  readonly call: <Params extends string>(
    route: Route<Params>,
    options?: CallOptions<Params>,
  ) => Promise<RouteAnswer>;
}

/** A browser that has never been here, or one that has other cookies already. */
export const newBrowser = (cookies: Iterable<readonly [string, string]> = []): Browser => {
  const jar = new Map(cookies);
  return {
    cookies: jar,
    call: async (route, options = {}) => {
      const sent = {
        ...(jar.size > 0 ? { cookie: [...jar].map((pair) => pair.join("=")).join("; ") } : {}),
        ...(jar.has("csrftoken") ? { "x-csrftoken": jar.get("csrftoken")! } : {}),
      };
      const answer = await call(route, { ...options, headers: { ...sent, ...options.headers } });
      for (const [, name, value] of answer.cookies.map((line) => /^(\w+)=([^;]*)/.exec(line) ?? []))
        if (value) jar.set(name!, value);
        else jar.delete(name!);
      return answer;
    },
  };
};

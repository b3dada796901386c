import type { Route } from "#lib/routes/route.ts";
import { type CallOptions, call, type RouteAnswer } from "./call.ts";

/** A browser: keeps the cookies that it gets, and sends them with each request. */
export interface Browser {
  readonly cookies: ReadonlyMap<string, string>;
  /** Calls a route, with the CSRF token if there is one. */
  readonly call: <Params extends string>(
    route: Route<Params>,
    options?: CallOptions<Params>,
  ) => Promise<RouteAnswer>;
}

/** A browser with these cookies, by default none. */
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

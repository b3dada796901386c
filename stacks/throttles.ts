import { defaultFunctionMb, type Route } from "#lib/routes/route.ts";
import type { DeploymentSettings } from "./settings.ts";

/**
 * Routes that compare passwords or signatures, which is what a request costs most. Their functions limit
 * each address first, and then all together: a limit of API Gateway knows no addresses, so one visitor could
 * use it up and keep everybody else from signing in.
 */
const derivingRoutes: ReadonlySet<string> = new Set([
  "accounts/login",
  "accounts/password",
  "accounts/password-change",
  "accounts/setup",
  "token/exchange",
]);

/** The variables by which functions of these routes know of it. */
export const environmentOfLimits = ({ id }: Pick<Route, "id">): Readonly<Record<string, string>> =>
  derivingRoutes.has(id) ? { DERIVATIONS_PER_SECOND: "10" } : {};

/** The requests a second that may reach routes with more memory or time: uploads, exports, agents. */
const costlyPerSecond = 20;

const usualSeconds = 20;

const isCostly = ({ limits }: Pick<Route, "limits">): boolean =>
  limits.memoryMb > defaultFunctionMb || limits.timeoutSeconds > usualSeconds;

type Limited = Pick<Route, "id" | "limits">;

/** The requests a second that a route takes, where they are fewer than those of other routes. */
export const fewerRequests = (
  route: Limited,
  { requestsPerSecond }: Pick<DeploymentSettings, "requestsPerSecond">,
): number | undefined => (isCostly(route) ? Math.min(costlyPerSecond, requestsPerSecond) : undefined);

/** Requests at once, and then each second; API Gateway answers further ones with 429. */
export const throttle = (perSecond: number) => ({
  throttlingRateLimit: perSecond,
  throttlingBurstLimit: 2 * perSecond,
});

/** Reserved for a function, which then runs no more often at a time. */
interface Concurrency {
  readonly concurrency?: { readonly reserved: number };
}

/** AWS leaves at least 100 to functions without a reservation. An account has room for six stages. */
const quotaForReservations = 1_000;

/**
 * The limit of concurrent runs of a route's function: only for a stage that stays, in an account whose quota
 * has room for it. New accounts run ten functions at a time, and AWS would refuse every reservation.
 */
export const concurrencyOf = (
  route: Limited,
  { settings: { disposable }, concurrencyQuota }: Stage,
): Concurrency => {
  if (disposable || (concurrencyQuota ?? 0) < quotaForReservations) return {};
  return derivingRoutes.has(route.id) || isCostly(route) ? { concurrency: { reserved: 10 } } : {};
};

type Stage = ConcurrencyQuota & { readonly settings: Pick<DeploymentSettings, "disposable"> };

export interface ConcurrencyQuota {
  /** The functions that the account runs at a time; undefined if that cannot be read. */
  readonly concurrencyQuota: number | undefined;
}

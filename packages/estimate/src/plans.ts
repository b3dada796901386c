import type { Estimate, Quantities } from "./estimate.ts";

/** A flat-rate plan of CloudFront: a price for a month, with no more to pay for what it covers. */
export interface Plan {
  readonly name: string;
  /** As `aws pricing-plan-manager` names it. */
  readonly tier: string;
  readonly dollars: number;
  readonly gb: number;
  readonly requests: number;
}

const terabyte = 1_024;
const million = 1_000_000;

/** CloudFront's page of prices, as of 2026-09-05. From small to large. */
export const plans: readonly Plan[] = [
  { name: "Free", tier: "FREE", dollars: 0, gb: 100, requests: million },
  { name: "Pro", tier: "PRO", dollars: 15, gb: 50 * terabyte, requests: 10 * million },
  { name: "Business", tier: "BUSINESS", dollars: 200, gb: 50 * terabyte, requests: 125 * million },
  { name: "Premium", tier: "PREMIUM", dollars: 1_000, gb: 50 * terabyte, requests: 500 * million },
];

/** The lines of a bill that a plan covers. */
const covered = "CloudFront";

/** The smallest plan that holds what a site sends, and what all costs with it; undefined if none does. */
export const planFor = (
  { transfer, viewerRequests }: Quantities,
  { lines }: Estimate,
): (Plan & { readonly total: number }) | undefined => {
  const plan = plans.find(({ gb, requests }) => transfer <= gb && viewerRequests <= requests);
  if (!plan) return undefined;
  const others = lines.filter(({ service }) => service !== covered);
  return { ...plan, total: others.reduce((sum, { cost }) => sum + cost, plan.dollars) };
};

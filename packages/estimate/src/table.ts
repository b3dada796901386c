import type { CostLine, Estimate } from "./estimate.ts";

/** A number with so many digits that a small one is not 0. */
const numberText = (value: number): string =>
  value.toLocaleString("en-US", { maximumFractionDigits: value >= 100 ? 0 : value >= 1 ? 1 : 3 });

const dollarsText = (value: number): string => value.toFixed(2);

/** The price of the last unit, if it has tiers: what is left is cheaper than what was first. */
const priceText = ({ quantity, dollars, tiers = [], per, unit }: CostLine): string => {
  const last = tiers.findLast(({ above }) => quantity > above)?.dollars;
  const range = last === undefined ? `$${dollars}` : `$${dollars} to $${last}`;
  return `${range} per ${per === 1 ? "" : `${numberText(per)} `}${unit}`;
};

/** The cells of a table: what is counted, how much of it, what is free, the price, and the cost. */
export const estimateCells = ({ lines, total }: Estimate): string[][] => [
  ["service", "what", "a month", "free", "price", "dollars"],
  ...lines.map((line) => [
    line.service,
    line.what,
    `${numberText(line.quantity)} ${line.unit}`,
    line.free > 0 ? numberText(line.free) : "–",
    priceText(line),
    dollarsText(line.cost),
  ]),
  ["together", "", "", "", "", dollarsText(total)],
];

import type { Route } from "#bench/lectern/routes.ts";
import { certain } from "#bench/lectern/tools.ts";
import { grouped, type Table } from "#bench/report/table.ts";
import type { Bundle } from "./bundles.ts";
import { shareNote } from "./cpu-share.ts";
import type { NewInstance } from "./new-instances.ts";
import { bucketMs, tableMs } from "./slow-stores.ts";

/** A function, and its new instances by the number of posts. */
export interface MeasuredFunction extends Bundle {
  readonly route: Route;
  readonly instances: Map<number, NewInstance>;
}

/** Bundles of functions in one row differ by less than this part; memory and use of catalogs are the same. */
const alikePart = 0.08;

/** Every function once, those that are alike in one row. */
export const instanceTable = (
  sizes: readonly number[],
  functions: readonly MeasuredFunction[],
  sdkMs: number,
): Table => {
  const groups = groupsOf(functions);
  return {
    title: "New instances",
    columns: [
      ...["functions", "memory MB", "KB", "load CPU ms", "× SDK"],
      ...sizes.map((posts) => `first answer at ${grouped(posts)}, ms`),
    ],
    rows: groups.map((group) => {
      const loads = group.flatMap(({ instances }) =>
        [...instances.values()].map(({ loadCpuMs }) => loadCpuMs),
      );
      return [
        nameOf(group),
        String(certain(group[0]).route.limits.memoryMb),
        rangeOf(group.map(({ bytes }) => bytes / 1024)),
        rangeOf(loads),
        rangeOf(
          loads.map((ms) => ms / sdkMs),
          2,
        ),
        ...sizes.map((posts) => rangeOf(group.flatMap(({ instances }) => instances.get(posts)?.ms ?? []))),
      ];
    }),
    notes: [
      `Loading the AWS SDK for DynamoDB alone takes ${sdkMs.toFixed(0)} ms of CPU. ${waitingNote} ${shareNote()}`,
      ...groups.filter((group) => group.length > 1).map((group) => `${nameOf(group)}: ${idsOf(group)}.`),
    ],
  };
};

const waitingNote = `The bucket answers after ${bucketMs} ms and the table after ${tableMs}; writing functions refuse a request without a body.`;

const groupsOf = (functions: readonly MeasuredFunction[]): MeasuredFunction[][] => {
  const kindOf = ({ route }: MeasuredFunction) =>
    `${route.limits.memoryMb} ${route.uses.includes("catalog")}`;
  const groups: MeasuredFunction[][] = [];
  for (const each of functions.toSorted((one, other) => other.bytes - one.bytes)) {
    const alike = groups.find(
      ([first]) =>
        kindOf(certain(first)) === kindOf(each) && each.bytes > certain(first).bytes * (1 - alikePart),
    );
    if (alike) alike.push(each);
    else groups.push([each]);
  }
  return groups;
};

const nameOf = ([first, ...others]: readonly MeasuredFunction[]): string =>
  others.length > 0 ? `${certain(first).route.id} and ${others.length} like it` : certain(first).route.id;

const idsOf = (group: readonly MeasuredFunction[]): string => group.map(({ route }) => route.id).join(", ");

const rangeOf = (values: readonly number[], digits = 0): string => {
  if (values.length === 0) return "–";
  const [least, greatest] = [Math.min(...values), Math.max(...values)].map((value) => value.toFixed(digits));
  return least === greatest ? certain(least) : `${least}–${greatest}`;
};

export const failuresOf = (functions: readonly MeasuredFunction[]): string[] =>
  functions.flatMap(({ route, instances }) =>
    [...instances]
      .filter(([, { status }]) => status >= 500)
      .map(([posts, { status }]) => `${route.id} answers ${status} first, at ${grouped(posts)} posts`),
  );

interface InstanceOfMemory extends NewInstance {
  readonly id: string;
  readonly memoryMb: number;
}

/** The part of answers that are the first of an instance, as the estimate of costs (docs/cost.md) has it. */
const firstPart = 0.1;

/** What answers take with each memory, and their prices as multiples of the cheapest. */
export const priceTable = (posts: number, instances: readonly InstanceOfMemory[]): Table => {
  const memories = [...new Set(instances.map(({ memoryMb }) => memoryMb))];
  return {
    title: `What memory buys at ${grouped(posts)} posts`,
    columns: ["answer", "CPU ms", "peak MB", ...memories.map((mb) => `${grouped(mb)} MB: ms, price`)],
    rows: [...Map.groupBy(instances, ({ id }) => id)].flatMap(([id, own]) => {
      const priced = (timeOf: (instance: InstanceOfMemory) => number): string[] => {
        const prices = own.map((each) => (each.status < 500 ? each.memoryMb * timeOf(each) : undefined));
        const cheapest = Math.min(...prices.filter((price) => price !== undefined));
        return own.map((each, index) => {
          const price = prices[index];
          if (price === undefined) return `status ${each.status}`;
          return `${timeOf(each).toFixed(0)}, ×${(price / cheapest).toFixed(2)}`;
        });
      };
      const [cpu, peak] = [own.map(({ cpuMs }) => cpuMs), own.map(({ peakMb }) => peakMb)];
      return [
        [`${id}, first`, rangeOf(cpu), rangeOf(peak), ...priced(({ ms }) => ms)],
        [`${id}, further`, "–", "–", ...priced(({ warmMs }) => warmMs)],
        [
          ...[`${id}, on average`, "–", "–"],
          ...priced(({ ms, warmMs }) => firstPart * ms + (1 - firstPart) * warmMs),
        ],
      ];
    }),
    notes: [`On average: ${firstPart * 100} % of answers are the first of an instance.`],
  };
};

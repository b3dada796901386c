import { allItems } from "#lib/store/all-items.ts";

export const wholeTable = async (): Promise<readonly unknown[]> => {
  const whole: unknown[] = [];
  for await (const { items } of allItems()) whole.push(...items);
  return whole;
};

import type { Page } from "#lib/pages/page.ts";
import type { Item } from "./client.ts";

let arePacked = false;

/**
 * Has most of a page's row written as one attribute of JSON from now on, which takes an engine less than an
 * attribute for each member. Only for tables that no earlier release works on at the same time.
 */
export const packPageRows = (isOn = true): void => {
  arePacked = isOn;
};

/** The row of a page, without its keys. What conditions, updates and `editAmong` name stays an attribute. */
export const rowOfPage = (page: Page): Item => {
  if (!arePacked) return { ...page };
  const { id, version, live, births, ...rest } = page;
  return { id, version, live, births, rest: JSON.stringify(rest) };
};

/** The same item; a packed row of a page with an attribute for each member. */
export const unpackedRow = (item: Item): Item =>
  item.rest === undefined ? item : { pk: item.pk, sk: item.sk, ...pageIn(item) };

/** The page of a row in either form. */
export const pageIn = ({ pk, sk, rest = "{}", ...attributes }: Item): Page => ({
  ...JSON.parse(rest as string),
  ...attributes,
});

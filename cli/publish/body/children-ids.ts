import { isObject } from "#lib/blocks/is-object.ts";

/** A custom block without the ids of the blocks in it, which the service gives where a file has none. */
export const withoutIds = (value: unknown, isDropped: (id: string) => boolean = () => true): unknown => {
  if (Array.isArray(value)) return value.map((each) => withoutIds(each, isDropped));
  if (!isObject(value)) return value;
  const isChild = typeof value.type === "string" && Object.hasOwn(value, "value");
  const members = Object.entries(value).filter(
    ([name, member]) => !(isChild && name === "id" && typeof member === "string" && isDropped(member)),
  );
  return Object.fromEntries(members.map(([name, member]) => [name, withoutIds(member, isDropped)]));
};

import { expect, test } from "vitest";
import { pageKinds, parentSchemas } from "#lib/manifest/page-schema.ts";
import { membersOfParent, parentTypes } from "#lib/manifest/site/parent-members.ts";

test.each(parentTypes)("a change takes of a %s what its schema describes, and nothing else", (type) => {
  const described = Object.keys(parentSchemas[pageKinds[type]]().shape);
  expect(membersOfParent(type).toSorted()).toEqual(["path", "type", ...described].toSorted());
});

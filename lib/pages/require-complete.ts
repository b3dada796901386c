import { wireName } from "#lib/field.ts";
import { refuseProblems } from "#lib/refusals/refuse-problems.ts";
import { type AnyContent, fieldsOfKind } from "./content.ts";
import { declared, isEmpty } from "./content-fields.ts";
import type { PageKind } from "./page.ts";

/** Refuses a content without what its kind needs to be public. Whether an audio exists is found by its media. */
export const requireComplete = (kind: PageKind, content: AnyContent): void => {
  const message = "This field is required to publish.";
  const problems = declared<string>(fieldsOfKind[kind]).flatMap(([name, field]) => {
    const isMissing = field.requiredToPublish && isEmpty(field, content[name as keyof AnyContent]);
    return isMissing && field.type !== "audio"
      ? [{ path: wireName(name), code: "required" as const, message }]
      : [];
  });
  refuseProblems(problems);
};

import { refuseProblems } from "#lib/refusals/refusal.ts";
import { type AnyContent, fieldsOfKind } from "./content.ts";
import { declared, isEmpty } from "./content-values.ts";
import type { PageKind } from "./page.ts";

/**
 * Refuses a content without what its kind needs to be public. It does not look whether an audio still exists.
 */
export const requireComplete = (kind: PageKind, content: AnyContent): void => {
  const problems = declared<string>(fieldsOfKind[kind]).flatMap(([name, field, wire]) => {
    if (!field.requiredToPublish || !isEmpty(field, content[name as keyof AnyContent])) return [];
    const message = field.type === "audio" ? noAudio : "This field is required to publish.";
    return [{ path: wire, code: "required" as const, message }];
  });
  refuseProblems(problems);
};

/** The message for an episode without an audio, or with one that is gone. */
export const noAudio = "An episode needs an audio to be published.";

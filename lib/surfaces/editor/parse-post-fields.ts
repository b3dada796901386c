import type * as z from "zod/mini";
import { type SectionName, sectionNames } from "#lib/blocks/sections.ts";
import { fieldsOfKind } from "#lib/pages/content.ts";
import type { PostFields, SectionInput } from "#lib/pages/post-fields.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { invalid, refuseProblems } from "#lib/refusals/refuse-problems.ts";
import type { postChanges } from "#lib/routes/editor-episode-shapes.ts";
import type { newPost } from "#lib/routes/editor-post-shapes.ts";
import { sentContent } from "./sent-content.ts";

type NewPost = z.output<typeof newPost>;
type PostChanges = z.output<typeof postChanges>;

/** The author's fields of a create. Refuses a section in two forms, and a missing overview. */
export const parseNewPostFields = (body: NewPost): PostFields & { readonly title: string } => {
  const fields = { ...parsePostFields(body), title: body.title };
  if (!fields.overview)
    throw invalid("overview", "required", "Give overview or overview_markdown; [] when there is none.");
  return fields;
};

/** The author's fields of a create or PATCH. Refuses a section in two forms. */
export const parsePostFields = (body: NewPost | PostChanges): PostFields => {
  const problems: Problem[] = [];
  const sectionInput = (section: SectionName): SectionInput | undefined => {
    const blocks = body[section];
    const markdown = body[`${section}_markdown`];
    if (blocks && markdown !== undefined) {
      const message = `Give either ${section} or ${section}_markdown.`;
      problems.push({ path: `${section}_markdown`, code: "conflict", message });
    }
    if (markdown !== undefined) return { markdown };
    return blocks && { blocks };
  };
  const fields = {
    ...sentContent(fieldsOfKind.post, body),
    overview: sectionInput("overview"),
    detail: sectionInput("detail"),
  };
  refuseProblems(problems);
  return fields;
};

/** Refuses sections in Markdown (contract#markdown-off). */
export const refuseMarkdown = (fields: PostFields): void => {
  const written = sectionNames.filter((section) => "markdown" in (fields[section] ?? {}));
  const message = "This site takes blocks only, no Markdown.";
  refuseProblems(
    written.map((section) => ({ path: `${section}_markdown`, code: "markdown_unavailable", message })),
  );
};

/** Refuses `publish: true` (contract#publish-field). */
export const refusePublish = (publish: boolean | undefined): void => {
  if (publish) throw invalid("publish", "unsupported", "Writing does not publish; use the publish endpoint.");
};

/** Refuses a PATCH that changes no field. */
export const requireChange = (fields: PostFields): void => {
  if (Object.values(fields).some((value) => value !== undefined)) return;
  throw invalid("non_field_errors", "required", "At least one field to change is required.");
};

/** The revision that a PATCH is based on, as digits: in the body, the header, or the same in both. */
export const baseRevision = (inBody: string | undefined, inHeader: string | undefined): string => {
  const base = namedRevision(inBody, inHeader);
  if (base === undefined) throw invalid("base_revision_id", "required", "Give base_revision_id or If-Match.");
  return base;
};

/** The same, if any is named. */
export const namedRevision = (
  inBody: string | undefined,
  inHeader: string | undefined,
): string | undefined => {
  const named = inBody ?? inHeader;
  if (inHeader !== undefined && inHeader !== named) {
    throw invalid("If-Match", "mismatch", "If-Match and base_revision_id name different revisions.");
  }
  return named;
};

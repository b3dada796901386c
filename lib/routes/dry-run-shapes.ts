import * as z from "zod/mini";
import { oneOf } from "./shapes.ts";

/**
 * The parts of a body that are not stored, and those that its author may not have meant (contract#reports).
 */
export const reportOfWrite = z.object({
  removed: z.array(
    z.object({
      path: z.string(),
      line: z.nullable(z.int()),
      kind: oneOf(["element", "attribute", "link", "comment", "formatting"], {
        element: "an element without text, or whose text is gone",
        attribute: "an attribute with its value",
        link: "the target of a link",
        comment: "a comment in HTML",
        formatting: "an element whose text stays",
      }),
      name: z.string(),
      text: z.string(),
    }),
  ),
  truncated: z.boolean(),
  ignored: z.array(z.string()),
  warnings: z.array(
    z.object({
      code: oneOf(["missing_alt_text", "not_public"], {
        missing_alt_text: "the cover has no description",
        not_public: "a page above is not public",
      }),
      path: z.string(),
      message: z.string(),
    }),
  ),
});

/** The answer of a dry run; `answer` is that of the request, with null for what does not exist yet. */
export const dryRunAnswer = z.object({
  dry_run: z.literal(true),
  status: z.int(),
  answer: z.nullable(z.record(z.string(), z.unknown())),
  report: reportOfWrite,
});

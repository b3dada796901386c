import * as z from "zod/mini";
import { csrfField } from "./fields.ts";

/** What the pages have in common on which people see and change what is their own. */
export const accountPageRoute = {
  auth: "public",
  isPrivate: true,
  answerType: "text/html; charset=utf-8",
  hasErrorPages: true,
} as const;

/** A form of such a page. */
export const accountFormRoute = {
  method: "POST",
  csrf: "both",
  envelope: "editor",
  bodyKinds: ["form"],
  limits: { bodyBytes: 16_384 },
} as const;

/** The fields of a form, with its proof. */
export const accountFormFields = <Shape extends z.core.$ZodShape>(shape: Shape) =>
  z.object({ ...shape, csrf_token: csrfField() });

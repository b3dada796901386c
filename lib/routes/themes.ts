import * as z from "zod/mini";
import { themeListQuery } from "#lib/queries/theme-list-query.ts";
import { csrfField, textField, uncheckedField } from "./fields.ts";
import { revalidated, route } from "./route.ts";
import { envelopeOf } from "./shapes.ts";

/** A theme that can be chosen (contract#themes-list). */
export const themeItem = z.object({ slug: z.string(), name: z.string(), selected: z.boolean() });

export const listThemes = /* @__PURE__ */ route(() => ({
  ...revalidated,
  id: "themes/list",
  method: "GET",
  path: "/api/themes/",
  summary: "list the themes, and say which one is selected",
  auth: "public",
  envelope: "legacy",
  query: themeListQuery,
  answer: z.extend(envelopeOf(themeItem), { items: z.array(themeItem) }),
  uses: ["table:read"],
}));

export const selectTheme = /* @__PURE__ */ route(() => ({
  id: "themes/select",
  method: "POST",
  path: "/api/update_theme/",
  summary: "select a theme for the caller's session",
  auth: "public",
  csrf: "both",
  envelope: "themes",
  query: {
    parameters: { next: { description: "Path to go on to, for forms." } },
    parse: (params) => ({ next: params.get("next") }),
  },
  body: z.object({
    theme_slug: uncheckedField(textField()),
    csrf_token: csrfField(),
  }),
  bodyKinds: ["json", "form", "multipart"],
  answer: z.object({ message: z.string() }),
  alsoAnswers: { 303: "Selected; goes on to `next`, where the request names it." },
  errors: ["rate_limited", "busy"],
  uses: ["table:write", "credentials:write"],
  limits: { bodyBytes: 16_384 },
}));

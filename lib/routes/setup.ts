import * as z from "zod/mini";
import { maxTitleLength } from "#lib/pages/slug.ts";
import { settingFields } from "#lib/site/site.ts";
import { isTimezone } from "#lib/timezone.ts";
import { emailField, usernameField } from "./account-fields.ts";
import { callerAndService } from "./caller-shapes.ts";
import { choiceField, objectOf, textField, uncheckedNewFields } from "./fields.ts";
import { route } from "./route.ts";

/** The first steps of a service that nobody has an account of (contract#first-steps). */

const isLanguage = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
};

const firstTypes = { "site.Blog": "a blog", "site.Podcast": "a podcast" } as const;

export const firstSteps = z.object({
  secret: textField({ maxLength: 1024, stringsOnly: true }),
  username: usernameField(),
  email: z.optional(emailField()),
  password: textField({ maxLength: 1024, untrimmed: true, stringsOnly: true }),
  site_name: textField({ maxLength: maxTitleLength }),
  language: z.optional(
    textField({
      maxLength: settingFields.locale.maxLength,
      grammar: { matches: isLanguage, message: "Expected a language tag such as en or en-GB." },
    }),
  ),
  timezone: z.optional(
    textField({
      grammar: { matches: isTimezone, message: "Expected the name of a time zone such as Europe/Berlin." },
    }),
  ),
  first: objectOf(
    {
      type: choiceField(["site.Blog", "site.Podcast"], firstTypes),
      title: textField({ maxLength: maxTitleLength }),
    },
    { isToldBelow: false },
  ),
  theme: z.optional(textField()),
  /** Of the form: where to go on. */
  next: z.optional(textField({ maxLength: 2048, blank: true })),
});

const common = { auth: "public", isPrivate: true } as const;

export const showSetup = /* @__PURE__ */ route(() => ({
  ...common,
  id: "accounts/setup-page",
  method: "GET",
  path: "/setup/{secret+}",
  tail: "the secret that the service or the command has printed",
  summary: "show people the form that makes the first account",
  envelope: "legacy",
  answerType: "text/html; charset=utf-8",
  hasErrorPages: true,
  errors: ["not_found", "rate_limited", "busy"],
  uses: ["table:read", "credentials:read"],
}));

export const setUp = /* @__PURE__ */ route(() => ({
  ...common,
  id: "accounts/setup",
  // Browsers name no origin where a page passes its address on to nobody.
  csrf: "secret",
  method: "POST",
  hasErrorPages: true,
  path: "/api/setup/",
  summary: "make the first account, the home page and a first blog or podcast, and sign in",
  envelope: "editor",
  // The secret comes first: what else is in the body is checked once it is known to be right.
  body: uncheckedNewFields(firstSteps.shape),
  bodyKinds: ["json", "form"],
  status: 201,
  answer: callerAndService,
  alsoAnswers: { 303: "Done; goes on to `next`, where the request names it." },
  errors: ["validation_error", "not_found", "rate_limited", "too_many_changes", "busy"],
  uses: ["table:write", "credentials:read", "credentials:write"],
  limits: { bodyBytes: 16_384 },
}));

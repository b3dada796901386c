import * as z from "zod/mini";
import { userFields } from "#lib/site/user.ts";
import { csrfField, positiveIntegerField, textField } from "./fields.ts";
import { route } from "./route.ts";

const credentials = z.object({
  username: textField({ maxLength: userFields.username.maxLength }),
  password: textField({ maxLength: 1024, untrimmed: true }),
  next: z.optional(textField({ maxLength: 2048, blank: true })),
});

export const showSignIn = /* @__PURE__ */ route(() => ({
  id: "accounts/login-page",
  alsoAtPath: ["POST"],
  method: "GET",
  path: "/accounts/login/",
  summary: "show people the sign-in form",
  auth: "public",
  envelope: "legacy",
  query: {
    parameters: { next: { description: "Path to go to after signing in." } },
    parse: (params) => ({ next: params.get("next") ?? "/" }),
  },
  answerType: "text/html; charset=utf-8",
  hasErrorPages: true,
  uses: ["table:read"],
}));

const passwordForm = {
  method: "POST",
  auth: "public",
  csrf: "origin",
  envelope: "editor",
  bodyKinds: ["json", "form"],
  errors: ["validation_error", "authentication_failed", "csrf_failed", "rate_limited", "busy"],
  uses: ["table:write", "credentials:write"],
  limits: { bodyBytes: 16_384 },
} as const;

export const logIn = /* @__PURE__ */ route(() => ({
  ...passwordForm,
  id: "accounts/login",
  alsoAtPath: ["GET"],
  hasErrorPages: true,
  path: "/accounts/login/",
  summary: "sign in with a password and start a session",
  body: credentials,
  alsoAnswers: { 303: "Signed in; goes on to `next`, where the request names it." },
  answer: z.object({ username: z.string() }),
  uses: ["table:write", "credentials:read", "credentials:write"],
}));

/**
 * The fields of forms for passwords. `page` or `collection` is the id of the object that has the password,
 * which may be above the one to be seen. `next` is the address to return to, with `?password=wrong` after a
 * wrong one.
 */
const enteredPassword = z.object({
  page: z.optional(positiveIntegerField()),
  collection: z.optional(positiveIntegerField()),
  password: textField({ maxLength: 1024, untrimmed: true, blank: true }),
  next: z.optional(textField({ maxLength: 2048, blank: true })),
});

export const enterPassword = /* @__PURE__ */ route(() => ({
  ...passwordForm,
  id: "accounts/password",
  hasErrorPages: true,
  path: "/accounts/password/",
  summary: "enter the password of a restricted page or media collection",
  body: enteredPassword,
  alsoAnswers: {
    303: "Goes on to `next`, where the request names it; with `password=wrong` where the password is.",
  },
  answer: z.object({}),
}));

export const showPasswordChange = /* @__PURE__ */ route(() => ({
  id: "accounts/password-change-page",
  alsoAtPath: ["POST"],
  method: "GET",
  path: "/accounts/password-change/",
  summary: "show people the form that changes their own password",
  auth: "public",
  isPrivate: true,
  envelope: "legacy",
  query: {
    parameters: { changed: { description: "`yes` says that the password was changed." } },
    parse: (params) => ({ isChanged: params.get("changed") === "yes" }),
  },
  answerType: "text/html; charset=utf-8",
  hasErrorPages: true,
  alsoAnswers: { 302: "The caller is not signed in: the sign-in form is at `Location`." },
  uses: ["table:read", "credentials:read"],
}));

export const changePassword = /* @__PURE__ */ route(() => ({
  ...passwordForm,
  id: "accounts/password-change",
  alsoAtPath: ["GET"],
  isPrivate: true,
  csrf: "both",
  hasErrorPages: true,
  path: "/accounts/password-change/",
  summary: "change one's own password",
  body: z.object({
    current_password: textField({ maxLength: 1024, untrimmed: true }),
    new_password: textField({ maxLength: 1024, untrimmed: true }),
    new_password_again: z.optional(textField({ maxLength: 1024, untrimmed: true })),
    next: z.optional(textField({ maxLength: 2048, blank: true })),
  }),
  errors: [...passwordForm.errors, "authentication_required", "not_authenticated", "permission_denied"],
  alsoAnswers: { 303: "Changed; goes on to `next`, where the request names it, or to sign in." },
  answer: z.object({}),
}));

export const logOut = /* @__PURE__ */ route(() => ({
  id: "accounts/logout",
  method: "POST",
  path: "/accounts/logout/",
  hasErrorPages: true,
  summary: "end the session, another one, or all",
  auth: "public",
  csrf: "both",
  envelope: "editor",
  query: {
    parameters: {
      next: { description: "Path to go on to, for forms." },
      everywhere: { description: "`true` ends all sessions of the user, in every browser." },
      session: { description: "The id of another session of the user, which ends instead of this one." },
    },
    parse: (params) => ({
      next: params.get("next"),
      everywhere: params.get("everywhere") === "true",
      session: params.get("session"),
    }),
  },
  body: z.object({ csrf_token: csrfField() }),
  bodyKinds: ["json", "form"],
  limits: { bodyBytes: 16_384 },
  status: 204,
  alsoAnswers: { 303: "Signed out; goes on to `next`, where the request names it." },
  errors: [],
  uses: ["table:write", "credentials:read", "credentials:write"],
}));

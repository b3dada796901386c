import * as z from "zod/mini";
import { textField } from "./fields.ts";
import { route } from "./route.ts";

const credentials = z.object({
  username: textField({ maxLength: 150 }),
  password: textField({ maxLength: 1024, untrimmed: true }),
  next: z.optional(textField({ maxLength: 2048, blank: true })),
});

export const showSignIn = route({
  id: "accounts/login-page",
  alsoAtPath: ["POST"],
  method: "GET",
  path: "/accounts/login/",
  summary: "show people the sign-in form",
  auth: "public",
  envelope: "legacy",
  query: { next: { description: "Path to go to after signing in." } },
  answerType: "text/html; charset=utf-8",
  uses: ["table:read"],
});

export const signIn = route({
  id: "accounts/login",
  alsoAtPath: ["GET"],
  method: "POST",
  path: "/accounts/login/",
  summary: "sign in with a password and start a session",
  auth: "public",
  csrf: "origin",
  envelope: "editor",
  body: credentials,
  bodyKinds: ["json", "form"],
  alsoAnswers: { 303: "Signed in; goes on to `next`, where the request names it." },
  answer: z.object({ username: z.string() }),
  errors: ["validation_error", "authentication_failed", "csrf_failed"],
  uses: ["table:write"],
  // Argon2 is the point of the work done here; on Lambda CPU comes with memory.
  limits: { memoryMb: 1024, bodyBytes: 16_384 },
});

export const signOut = route({
  id: "accounts/logout",
  method: "POST",
  path: "/accounts/logout/",
  summary: "end the session",
  auth: "public",
  envelope: "editor",
  status: 204,
  errors: [],
  uses: ["table:write"],
});

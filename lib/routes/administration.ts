import * as z from "zod/mini";
import type { WireName } from "#lib/field.ts";
import { strictWindowQuery } from "#lib/queries/pagination.ts";
import { groupFields, userFields } from "#lib/site/user.ts";
import { emailField, usernameField } from "./account-fields.ts";
import {
  booleanField,
  choiceField,
  instantField,
  listOf,
  orNull,
  positiveIntegerField,
  textField,
} from "./fields.ts";
import { route } from "./route.ts";
import { envelopeOf, id, oneOf } from "./shapes.ts";
import { tokenName } from "./token-name.ts";
import { administrationAuth, administrationScope } from "./verb-rights.ts";

const common = { auth: administrationAuth, scope: administrationScope, envelope: "editor" } as const;
const usersPath = "/api/admin/users/";
const tokensPath = "/api/admin/tokens/";

/** An account, without its password (contract#administered-users). */
export const administeredUser = z.object({
  id,
  username: z.string(),
  email: z.string(),
  groups: z.array(z.string()),
  active: z.boolean(),
  staff: z.boolean(),
  superuser: z.boolean(),
  has_password: z.boolean(),
  from_manifest: z.boolean(),
  feeds: z.object({ count: z.int(), last_used_on: z.nullable(z.iso.date()) }),
} satisfies Record<WireName<keyof typeof userFields>, unknown> & Record<string, unknown>);

const password = orNull(textField({ stringsOnly: true, untrimmed: true, maxLength: 4_096 }));

const groupName = textField({ stringsOnly: true, maxLength: groupFields.name.maxLength });

const changeable = {
  email: z.optional(emailField()),
  password: z.optional(password),
  groups: z.optional(listOf(groupName, { maxItems: 200 })),
  active: z.optional(booleanField()),
  staff: z.optional(booleanField()),
  superuser: z.optional(booleanField()),
};

const addedAccount = z.object({ username: usernameField(), ...changeable } satisfies Record<
  WireName<keyof typeof userFields> | "password",
  unknown
>);

/** What changes an account. */
export const accountChanges = z.object(changeable);

export const listUsers = /* @__PURE__ */ route(() => ({
  ...common,
  id: "administration/users/list",
  method: "GET",
  alsoAtPath: ["POST"],
  path: usersPath,
  summary: "list the accounts, in the order in which they were made",
  query: strictWindowQuery,
  answer: envelopeOf(administeredUser),
  errors: ["validation_error", "not_found"],
  uses: ["table:read", "credentials:read"],
}));

// No keys: a receipt would hold a fast hash of the body, and so of the password.
export const addUser = /* @__PURE__ */ route(() => ({
  ...common,
  id: "administration/users/create",
  method: "POST",
  alsoAtPath: ["GET"],
  path: usersPath,
  summary: "make an account",
  body: addedAccount,
  status: 201,
  answer: administeredUser,
  errors: ["validation_error", "busy"],
  uses: ["table:write", "credentials:read", "credentials:write"],
}));

export const updateUser = /* @__PURE__ */ route(() => ({
  ...common,
  id: "administration/users/update",
  method: "PATCH",
  path: `${usersPath}{id}/`,
  params: ["id"],
  summary: "change an account, its password included",
  body: accountChanges,
  answer: administeredUser,
  errors: ["validation_error", "not_found", "busy"],
  uses: ["table:write", "credentials:read", "credentials:write"],
}));

/** A token of anybody, without its secret (contract#administered-tokens). */
export const administeredToken = z.object({
  id,
  name: z.string(),
  user: z.nullable(z.string()),
  scopes: z.nullable(z.array(z.string())),
  parents: z.nullable(z.array(id)),
  collections: z.nullable(z.array(id)),
  created_at: z.iso.datetime(),
  expires_at: z.nullable(z.iso.datetime()),
  last_used_at: z.nullable(z.iso.datetime()),
  from_manifest: z.boolean(),
});

/** A token with its secret, which is null in the answer to a repeated request. */
const issuedToUser = z.extend(administeredToken, { secret: z.nullable(z.string()) });

const tokenForUser = z.object({
  user: textField({ stringsOnly: true, maxLength: userFields.username.maxLength }),
  name: tokenName,
  scopes: z.optional(orNull(listOf(textField(), { maxItems: 100 }))),
  parents: z.optional(orNull(listOf(positiveIntegerField()))),
  collections: z.optional(orNull(listOf(positiveIntegerField()))),
  expires_at: z.optional(orNull(instantField())),
});

export const listTokens = /* @__PURE__ */ route(() => ({
  ...common,
  id: "administration/tokens/list",
  method: "GET",
  alsoAtPath: ["POST"],
  path: tokensPath,
  summary: "list the tokens of all accounts, without their secrets",
  query: strictWindowQuery,
  answer: envelopeOf(administeredToken),
  errors: ["validation_error", "not_found"],
  uses: ["table:read", "credentials:read"],
}));

export const issueTokenToUser = /* @__PURE__ */ route(() => ({
  ...common,
  id: "administration/tokens/create",
  method: "POST",
  alsoAtPath: ["GET"],
  path: tokensPath,
  summary: "make a token for an account; its secret is shown once",
  takesKeys: true,
  body: tokenForUser,
  status: 201,
  answer: issuedToUser,
  errors: ["validation_error", "not_found", "busy"],
  uses: ["table:write", "credentials:read", "credentials:write"],
}));

export const discardToken = /* @__PURE__ */ route(() => ({
  ...common,
  id: "administration/tokens/delete",
  method: "DELETE",
  path: `${tokensPath}{id}/`,
  params: ["id"],
  summary: "revoke a token of anybody",
  takesKeys: true,
  status: 204,
  errors: ["not_found", "busy"],
  uses: ["table:write", "credentials:read", "credentials:write"],
}));

/** The actions of an administrator on a page of any kind (contract#administered-pages). */
export const pageActions = [
  "unpublish",
  "bin",
  "restore",
  "purge",
  "delete",
  "lock",
  "unlock",
  "schedule",
  "unschedule",
  "start_workflow",
  "approve",
  "request_changes",
  "cancel_workflow",
] as const;

const pageActionMeanings = {
  unpublish: "take it off the site; its latest revision stays as a draft",
  bin: "move a post or episode to the bin",
  restore: "take it out of the bin, as a draft",
  purge: "delete it for good, if it is in the bin",
  delete: "delete it, and all pages below it, for good",
  lock: "lock it for everybody but `owner`",
  unlock: "remove its lock",
  schedule: "approve its latest revision for `publish_at`",
  unschedule: "withdraw that",
  start_workflow: "start the workflow that it is assigned to, or resume it",
  approve: "approve the current task of its workflow",
  request_changes: "hand it back to its authors",
  cancel_workflow: "end its workflow",
} as const;

const pageAction = z.object({
  action: choiceField(pageActions, pageActionMeanings),
  owner: z.optional(orNull(textField({ stringsOnly: true, maxLength: userFields.username.maxLength }))),
  publish_at: z.optional(instantField()),
});

/** A page after an action; null once it is in the bin or gone. */
export const administeredPage = z.object({
  page: z.nullable(
    z.object({
      id,
      slug: z.string(),
      live: z.boolean(),
      locked: z.boolean(),
      locked_by: z.nullable(z.string()),
      scheduled_for: z.nullable(z.string()),
      workflow: z.nullable(
        z.object({
          name: z.string(),
          task: z.string(),
          state: oneOf(["in_progress", "needs_changes"], {
            in_progress: "the reviewers of the task decide",
            needs_changes: "its authors change it",
          }),
        }),
      ),
    }),
  ),
  deleted: z.int(),
  more: z.boolean(),
});

export const changePage = /* @__PURE__ */ route(() => ({
  ...common,
  id: "administration/pages/change",
  method: "POST",
  path: "/api/admin/pages/{id}/actions/",
  params: ["id"],
  summary: "change the state of a page of any kind, as an administrator",
  takesKeys: true,
  body: pageAction,
  answer: administeredPage,
  errors: [
    "validation_error",
    "not_found",
    "not_live",
    "no_revision",
    "parent_gone",
    "workflow_state",
    "busy",
  ],
  uses: ["table:write", "credentials:read"],
}));

import { clock } from "#lib/clock.ts";
import { nearestName } from "#lib/nearest-name.ts";
import type { Problem } from "#lib/refusals/problem.ts";
import { refuseProblems } from "#lib/refusals/refusal.ts";
import { editorScopes, knownScopes } from "#lib/settings/access.ts";
import type { Token } from "#lib/site/credential.ts";
import { readPages } from "#lib/store/pages.ts";
import { mayAddPages, mayEdit, mayPublish } from "./page-permissions.ts";
import type { Principal } from "./principal.ts";
import { grantedCollections } from "./usable-collections.ts";

/** The requested properties of a new token; null for no limit. */
export interface TokenRequest {
  readonly name: string;
  readonly scopes: readonly string[] | null;
  readonly parents: readonly number[] | null;
  readonly collections: readonly number[] | null;
  readonly expiresAt: string | null;
}

const maxMembers = 100;

/**
 * Makes the requested token. Without scopes it may `write` only. Refuses, in one `validation_error`, scopes
 * that nothing asks for, an instant that has passed, and pages and collections where the user has no rights.
 */
export const newToken = async (principal: Principal, requested: TokenRequest): Promise<Token> => {
  const { name, parents, collections, expiresAt } = requested;
  const scopes = requested.scopes ?? usualScopes();
  refuseProblems([
    ...unknownMembers("scopes", scopes, (scope) => {
      const unknown = unknownScope(scope);
      if (unknown !== undefined) return { code: "invalid_choice", message: `There is no scope ${unknown}.` };
      return undefined;
    }),
    ...unknownMembers("parents", parents, among(await usablePages(principal, parents ?? []))),
    ...unknownMembers("collections", collections, among(new Set(grantedCollections(principal)))),
    ...(expiresAt !== null && expiresAt <= clock.now() ? [hasPassed] : []),
  ]);
  return {
    kind: "token",
    name,
    userId: principal.user.id,
    scopes,
    ...(parents && { parents }),
    ...(collections && { collections }),
    ...(expiresAt !== null && { expiresAt }),
    createdAt: clock.now(),
  };
};

/** The scopes of tokens that are made without any: `write`. */
export const usualScopes = (): readonly string[] => (editorScopes().write ?? []).slice(0, 1);

const hasPassed: Problem = {
  path: "expires_at",
  code: "min_value",
  message: "Ensure this instant is in the future.",
};

const usablePages = async (principal: Principal, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  const pages = (await readPages(ids.slice(0, maxMembers))).filter((page) => page !== undefined);
  const isUsable = (page: (typeof pages)[number]) =>
    [mayEdit, mayAddPages, mayPublish].some((isAllowed) => isAllowed(principal, page));
  return new Set(pages.filter(isUsable).map(({ id }) => id));
};

type Judge<Member> = (member: Member) => Omit<Problem, "path"> | undefined;

const among =
  (usable: ReadonlySet<number>): Judge<number> =>
  (id) =>
    usable.has(id) ? undefined : { code: "not_found", message: `There is no ${id} that you may use.` };

const unknownMembers = <Member>(
  path: string,
  members: readonly Member[] | null,
  faultOf: Judge<Member>,
): readonly Problem[] => {
  if (members && members.length > maxMembers)
    return [
      { path, code: "max_length", message: `Ensure this list has no more than ${maxMembers} members.` },
    ];
  return (members ?? []).flatMap((member, index) => {
    const fault = faultOf(member);
    return fault ? [{ path: `${path}.${index}`, ...fault }] : [];
  });
};

/** A scope that there is not, as messages name it: with those that there are. Undefined for a known one. */
export const unknownScope = (scope: string): string | undefined => {
  const known = knownScopes();
  if (known.includes(scope)) return undefined;
  const nearest = nearestName(scope, known);
  const hint = nearest === undefined ? "" : `, did you mean ${nearest}?`;
  return `${scope}${hint} (known are ${known.join(", ")}, and what SITE_EDITOR_SCOPES names)`;
};

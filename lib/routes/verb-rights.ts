import type { Auth, TokenScope } from "./route.ts";

// What verbs need of their callers: routes have it from here, and so has `may` (contract#may). Each is a
// constant, because bundlers keep what reads members of objects outside of functions.

export const administrationAuth = "administrator" satisfies Auth;
export const administrationScope = "admin" satisfies TokenScope;
export const moderationAuth = "moderator" satisfies Auth;
export const moderationScope = "write" satisfies TokenScope;

export const additionScope = "write" satisfies TokenScope;
export const editScope = "write" satisfies TokenScope;
export const publicationScope = "publish" satisfies TokenScope;
export const withdrawalScope = "publish" satisfies TokenScope;
export const approvalScope = "publish" satisfies TokenScope;
export const unschedulingScope = "publish" satisfies TokenScope;
export const lockScope = "write" satisfies TokenScope;
export const unlockScope = "write" satisfies TokenScope;
export const deletionScope = "delete" satisfies TokenScope;
export const workflowScope = "write" satisfies TokenScope;
export const restorationScope = "write" satisfies TokenScope;
export const mediaChangeScope = "write" satisfies TokenScope;
export const mediaDeletionScope = "delete" satisfies TokenScope;

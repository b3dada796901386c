import { effect, signal } from "@preact/signals";
import { createEditor, Refusal, Unreachable } from "../../../packages/client/src/index.ts";
import { texts } from "../texts/index.ts";
import { fetchInLanguage } from "./refusals-in-language.ts";

/** Where the API is, and who asks. */
export const connection = { url: location.origin, session: true, fetch: fetchInLanguage } as const;

/** The API, as whoever is signed in. */
export const service = createEditor(connection);

/** The same, for what is tried again elsewhere, and has to fail soon. */
export const impatient = createEditor({ ...connection, attempts: 1, timeoutMs: 20_000 });

/** The client's operations on pages of a type; those of posts stand for both. */
export const postsOf = (type: string, client = service): typeof service.posts =>
  (type === "site.Episode" ? client.episodes : client.posts) as typeof service.posts;

export type Caller = Awaited<ReturnType<typeof readCaller>>;

const readCaller = () => service.request("get", "/api/editor/whoami/");

/** Who is signed in; null before it is known. */
export const caller = signal<Caller | null>(null);

/** Why there is nobody: the session has ended, or the account may not write. */
export const obstacle = signal<"signed out" | "not staff" | "offline" | null>(null);

/** Reads who is signed in. */
export const meet = async (): Promise<void> => {
  try {
    const met = await readCaller();
    // Nothing of one account is ever shown to another one.
    if (caller.value && caller.value.user.id !== met.user.id) return location.reload();
    caller.value = met;
    obstacle.value = null;
  } catch (error) {
    obstacle.value = obstacleOf(error);
  }
};

const obstacleOf = (error: unknown) => {
  if (isSignedOut(error)) return "signed out";
  return error instanceof Refusal && error.status === 403 ? "not staff" : "offline";
};

/** Tells the shell of an error that concerns all of it, and gives what to say of it where it was. */
export const messageOf = (error: unknown): string => {
  if (isSignedOut(error)) obstacle.value = "signed out";
  if (error instanceof Unreachable) return texts.offline;
  return error instanceof Refusal ? error.message : String(error);
};

/** The codes of refusals that another signing in ends. */
const signedOutCodes = ["not_authenticated", "authentication_failed", "csrf_failed"];

export const isSignedOut = (error: unknown): boolean =>
  error instanceof Refusal && signedOutCodes.includes(error.code);

const listeners = new Set<() => void>();

/** Calls when somebody has signed in again, or the network is back. */
export const whenBack = (call: () => void): (() => void) => {
  listeners.add(call);
  return () => listeners.delete(call);
};

const tellBack = () => {
  for (const call of listeners) call();
};

effect(() => {
  if (caller.value && obstacle.value === null) tellBack();
});
/** Somebody may have signed in in another tab, or the network is back. */
const lookAgain = () => {
  if (obstacle.value && obstacle.value !== "not staff") void meet();
};
addEventListener("online", () => {
  tellBack();
  lookAgain();
});
addEventListener("focus", lookAgain);

/** Signs in; says why not. */
export const signIn = (username: string, password: string): Promise<unknown> =>
  service.request("post", "/accounts/login/", { json: { username, password } });

export const signOut = async (): Promise<void> => {
  await service.request("post", "/accounts/logout/");
};

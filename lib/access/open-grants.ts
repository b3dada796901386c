import type { AgentGrant } from "#lib/site/agent-grant.ts";
import type { User } from "#lib/site/user.ts";
import { readGrantsOf } from "#lib/store/listed-credentials.ts";
import { passwordStamp } from "./sessions.ts";

/** The grants of a user that open something: a new password has ended those before it. Two requests. */
export const openGrantsOf = async (user: User): Promise<AgentGrant[]> => {
  const stamp = passwordStamp(user);
  return (await readGrantsOf(user.id)).filter((grant) => grant.passwordStamp === stamp);
};

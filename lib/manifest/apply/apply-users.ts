import { isDeepStrictEqual } from "node:util";
import { putUser, type UserProperties } from "#lib/actions/people/put-user.ts";
import { certain } from "#lib/certain.ts";
import type { Manifest } from "#lib/manifest/read/read-manifest.ts";
import type { ManifestUser } from "#lib/manifest/schema.ts";
import { administrates, type User } from "#lib/site/user.ts";
import { desiredPasswordHash, sortedIds } from "./desired-restriction.ts";
import type { Fate } from "./outcome.ts";
import type { Run } from "./run.ts";

/** As few as are lost when a run has no time for more. */
const hashedAtATime = 16;

/** Applies the file's users, and gives the ids of all users by name. Passwords are hashed concurrently. */
export const applyUsers = async (
  { users }: Manifest,
  stored: readonly User[],
  groupId: (name: string) => number,
  run: Run,
): Promise<ReadonlyMap<string, number>> => {
  const byName = new Map(stored.map((user) => [user.username, user]));
  // Last, because a site keeps a superuser, and the file may make another one.
  const ends = ({ value }: Manifest["users"][number]) => {
    const former = byName.get(value.username);
    return former !== undefined && administrates(former) && !administrates(value);
  };
  const inOrder = [...users.filter((user) => !ends(user)), ...users.filter(ends)];
  const ids = new Map(stored.map(({ username, id }) => [username, id]));
  for (let start = 0; start < users.length; start += hashedAtATime) {
    const some = inOrder.slice(start, start + hashedAtATime);
    const desired = await Promise.all(
      some.map(({ value }) => desiredUser(value, byName.get(value.username), groupId, run)),
    );
    for (const [index, { value }] of some.entries()) {
      const { username } = value;
      const id = await applyUser(username, byName.get(username), certain(desired[index]), run);
      ids.set(username, id);
      run.ledger.noteId("users", username, id);
    }
  }
  return ids;
};

const desiredUser = async (
  { email, password, groups, staff, superuser, active }: ManifestUser,
  stored: User | undefined,
  groupId: (name: string) => number,
  { secretValue }: Run,
): Promise<UserProperties> => {
  const hash = stored?.passwordHash ?? null;
  return {
    email,
    passwordHash:
      password === undefined ? hash : await desiredPasswordHash(certain(secretValue(password)), hash),
    groups: sortedIds(groups, groupId),
    staff,
    superuser,
    active,
  };
};

const applyUser = async (
  username: string,
  stored: User | undefined,
  desired: UserProperties,
  run: Run,
): Promise<number> => {
  const isSame = stored !== undefined && isDeepStrictEqual({ ...stored, ...desired }, stored);
  const note = (fate: Fate) => run.ledger.note(`user ${username}`, fate);
  if (isSame || run.dryRun) {
    note(isSame ? "unchanged" : stored ? "updated" : "created");
    return stored?.id ?? run.drawId("user");
  }
  run.begin();
  let before: User | undefined;
  const put = await putUser(username, (current) => {
    before = current;
    const mark = current ? current.fromManifest : true;
    return { ...desired, ...(mark && { fromManifest: mark }) };
  });
  note(!before ? "created" : before.version === put.version ? "unchanged" : "updated");
  return put.id;
};

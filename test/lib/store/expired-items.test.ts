import { expect, test } from "vitest";
import { hashOfSecret } from "#lib/access/secrets.ts";
import { sessionSeconds, startedSession } from "#lib/access/sessions.ts";
import { logIn } from "#lib/routes/accounts.ts";
import { createPostPreviewLink } from "#lib/routes/editor-preview-links.ts";
import { listPages } from "#lib/routes/pages.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { removeExpiredItems } from "#lib/store/whole-table.ts";
import { listSession, putSession } from "#lib/store/write-credentials.ts";
import { call } from "#test/support/call.ts";
import { useClock } from "#test/support/clock.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
const pass = useClock();

const startSession = () => {
  const { secret, session } = startedSession(null);
  const [hash, userId] = [hashOfSecret(secret), 7];
  const writes = [putSession(hash, session), listSession(userId, { hash, ...session, client: "" })];
  return commitDecision(async () => ({ writes, value: undefined }));
};

test("sessions, counts of attempts and preview links go once they have expired, and nothing else does", async () => {
  const { id } = await createLivePost(world.notes);
  await call(createPostPreviewLink, { as: "ada", params: { id }, body: { expires_in: sessionSeconds } });
  await call(listPages);
  const before = await wholeTable();
  await startSession();
  await call(logIn, { body: { username: "ada", password: "wrong" } });
  const filled = await wholeTable();
  expect(filled.length).toBe(before.length + 2 + 3);
  await removeExpiredItems();
  expect(await wholeTable()).toEqual(filled);
  pass(3_601);
  await removeExpiredItems();
  expect((await wholeTable()).length).toBe(before.length + 2);
  pass(sessionSeconds);
  await removeExpiredItems();
  expect(await wholeTable()).toEqual(before.filter((item) => (item as { sk: string }).sk !== "PREVIEWS"));
});

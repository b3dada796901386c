import { expect, test } from "vitest";
import { passwordIsRight } from "#lib/access/passwords.ts";
import { applyManifest } from "#lib/manifest/apply.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { useTable } from "#test/support/table.ts";
import { lectern, lecternReading } from "./lectern.ts";

useTable();

test("an account is made with the password from the standard input, and its groups", async () => {
  await applyManifest({ version: 1, groups: [{ name: "Editors" }, { name: "Writers" }] });
  const made = await lecternReading(
    "marsh-hen-heron\nignored\n",
    ...["user", "create", "ada", "--email", "ada@example.org", "--groups", "Editors, Writers", "--staff"],
  );
  expect(made).toEqual({ status: 0, stdout: "Created the user ada.\n", stderr: "" });
  const ada = await readUserByName("ada");
  expect(ada).toMatchObject({
    email: "ada@example.org",
    groups: [1, 2],
    staff: true,
    superuser: false,
    active: true,
  });
  expect(await passwordIsRight("marsh-hen-heron", ada!.passwordHash)).toBe(true);
});

test("a password that is not UTF-8 is refused, because all invalid bytes would count as the same password", async () => {
  const made = await lecternReading(Buffer.from("caf\xe9-marsh-hen\n", "latin1"), "user", "create", "eve");
  expect(made).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("The password contains bytes that are not UTF-8."),
  });
  expect(await readUserByName("eve")).toBeUndefined();
});

test.each([
  ["", "text that is not blank"],
  ["  ", "text that is not blank"],
  ["a\0b", "text without null characters and half surrogate pairs"],
  ["a".repeat(151), "at most 150 characters"],
])("an account is not called %j, which no manifest could name", async (name, expected) => {
  const { status, stderr } = await lectern("user", "create", name, "--no-password");
  expect([status, stderr.split("\n")[0]]).toEqual([2, `USERNAME: expected ${expected}.`]);
});

test.each(["a\u001b[2Jb", "a\nb", "a\u007fb", "a\u0085b"])(
  "an account is not called %j, which would steer a terminal",
  async (name) => {
    const { status, stderr } = await lectern("user", "create", name, "--no-password");
    expect([status, stderr.split("\n")[0]]).toEqual([
      2,
      "USERNAME: expected text without control characters.",
    ]);
    expect(await readUserByName(name)).toBeUndefined();
  },
);

test("an account may have no password", async () => {
  expect((await lectern("user", "create", "su", "--no-password", "--superuser")).status).toBe(0);
  expect(await readUserByName("su")).toMatchObject({ passwordHash: null, superuser: true });
});

test("accounts are listed in columns, or as JSON", async () => {
  expect((await lectern("user", "list")).stdout).toBe(
    "USERNAME  EMAIL            GROUPS            REMARKS\n" +
      "ada       ada@example.org  Editors, Writers  staff\n" +
      "su        -                -                 superuser\n",
  );
  expect(JSON.parse((await lectern("user", "list", "--json")).stdout)[1]).toEqual({
    username: "su",
    email: "",
    groups: [],
    active: true,
    staff: false,
    superuser: true,
  });
});

test("a new password takes the place of the old one", async () => {
  expect((await lecternReading("reed-warbler\n", "user", "set-password", "ada")).stdout).toBe(
    "Set the password of ada.\n",
  );
  const { passwordHash } = (await readUserByName("ada"))!;
  expect(await passwordIsRight("reed-warbler", passwordHash)).toBe(true);
  expect(await passwordIsRight("marsh-hen-heron", passwordHash)).toBe(false);
});

test("a deactivated account keeps everything but its access", async () => {
  const before = await readUserByName("ada");
  expect((await lectern("user", "deactivate", "ada")).status).toBe(0);
  expect(await readUserByName("ada")).toEqual({
    ...{ ...before, active: false, version: before!.version + 1 },
    signOuts: 1,
  });
});

test.each<[string, string, readonly string[], number, string]>([
  ["a name that is taken", "reed-warbler\n", ["create", "ada"], 1, "There is a user ada already.\n"],
  [
    "a group that there is not",
    "reed-warbler\n",
    ["create", "bo", "--groups", "None"],
    1,
    "There is no group None.\n",
  ],
  ["a password for nobody", "reed-warbler\n", ["set-password", "bo"], 1, "There is no user bo.\n"],
  ["the end of nobody", "", ["deactivate", "bo"], 1, "There is no user bo.\n"],
  ["no password", "\n", ["set-password", "ada"], 2, "A password is expected on the standard input.\n"],
  [
    "a short password",
    "🪶🪶🪶🪶🪶🪶🪶🪶🪶🪶🪶\n",
    ["create", "bo"],
    2,
    "The password has 11 characters; at least 12 are expected.\n",
  ],
  ["a short new one", "reed\n", ["set-password", "ada"], 2, "The password has 4 characters;"],
  ["no input", "", ["create", "bo"], 2, "A password is expected on the standard input.\n"],
])("%s is refused, and nothing is written", async (_name, input, args, status, complaint) => {
  const before = [await readUserByName("ada"), await readUserByName("bo")];
  const answer = await lecternReading(input, "user", ...args);
  expect(answer).toMatchObject({ status, stdout: "" });
  expect(answer.stderr.startsWith(complaint)).toBe(true);
  expect([await readUserByName("ada"), await readUserByName("bo")]).toEqual(before);
});

test("a list shows no characters that steer the terminal", async () => {
  await applyManifest({ version: 1, users: [{ username: "eve\u001b[31m\nroot" }] });
  const { stdout } = await lectern("user", "list");
  expect(stdout).toContain("eve [31m root  ");
  expect(stdout.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
});

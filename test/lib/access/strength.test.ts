import { describe, expect, test } from "vitest";
import list from "#lib/access/common-passwords/list.json" with { type: "json" };
import { newPasswordProblem, passwordProblem } from "#lib/access/strength.ts";

const common = "the password is one of the most common ones, which are guessed first";

describe("a password for an account", () => {
  test.each([
    "123456789012",
    "1qaz2wsx3edc",
    "qwerty123456",
    "QWERTY123456",
    "unbelievable",
    "administrator",
    "123456789987654321",
  ])("is not %s, which everybody guesses first", (password) => {
    expect(passwordProblem(password)).toBe(common);
  });

  test.each(["marsh-hen-heron", "administrator of the marsh", " Möwe\t🦩 ".repeat(3), "x7#".repeat(40)])(
    "may be %j",
    (password) => {
      expect(passwordProblem(password, ["ada", "Field Notes"])).toBeUndefined();
    },
  );

  test.each([
    ["adalovelace12", "AdaLovelace"],
    ["fieldnotes2026!", "Field Notes"],
    ["Field Notes Field Notes", "Field Notes"],
  ])("is not %s, which is little more than a name", (password, name) => {
    expect(passwordProblem(password, ["bo", name])).toBe(`the password is little more than the name ${name}`);
  });

  test.each([
    ["notes of the old field", "Field Notes"],
    ["fieldnotes and herons", "Field Notes"],
    ["boboboboboboxy", "bo"],
  ])("may be %s", (password, name) => {
    expect(passwordProblem(password, [name])).toBeUndefined();
  });

  test("is entered twice, and its problem is a sentence", () => {
    expect(newPasswordProblem("marsh-hen-heron", "marsh-hen-heroN", [])).toBe(
      "The two new passwords differ.",
    );
    expect(newPasswordProblem("qwerty123456", "qwerty123456", [])).toBe(
      `The new password cannot be used: ${common}.`,
    );
    expect(newPasswordProblem("marsh-hen-heron", "marsh-hen-heron", [])).toBeUndefined();
  });
});

test("20,000 passwords are common, in order, so that they are found", () => {
  const bytes = Buffer.from(list.hashes, "base64");
  const hashes = Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readUInt32BE(index * 4));
  expect(hashes).toHaveLength(20_000);
  expect(hashes).toEqual(hashes.toSorted((one, other) => one - other));
});

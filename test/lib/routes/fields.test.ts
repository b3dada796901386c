import { expect, test } from "vitest";
import { textField } from "#lib/routes/fields.ts";

const messageFor = (json: string) => textField().safeParse(JSON.parse(json)).error?.issues[0]?.message;

test.each(["7", "1.5", "-3", "9007199254740991"])("a number is taken as its digits: %s", (json) => {
  expect(textField().safeParse(JSON.parse(json)).data).toBe(json);
});

test.each(["1e999", "-1e999", "12345678901234567890", "1e21", "true", "[]", "{}"])(
  "what is no text, or a number that JSON does not keep, is refused: %s",
  (json) => {
    expect(messageFor(json)).toBe("Not a valid string.");
  },
);

import type { Context } from "aws-lambda";
import { expect, test } from "vitest";
import { type BytesContext, textForLambda } from "#lib/http/reply.ts";

const body = "Blåhøna – 🐦";

test("Lambda gets the text of a body that was encoded", () => {
  expect(textForLambda(Buffer.from(body), {} as Context)).toBe(body);
});

test("a gateway that takes bytes gets these, not another copy", () => {
  const bytes = Buffer.from(body);
  expect(textForLambda(bytes, { takesBytes: true } as BytesContext)).toBe(bytes);
});

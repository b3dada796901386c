import { expect, test } from "vitest";
import { type RefusalCode, type RefusalKind, refusals } from "#lib/refusals/catalogue.ts";
import { problemCodes } from "#lib/refusals/problem.ts";
import { routes } from "#lib/routes/table.ts";
import { refusalIn } from "../../../browser/admin/shell/refusals-in-language.ts";
import { germanOfProblems, germanOfRefusals } from "../../../browser/admin/texts/refusals-de.ts";

const german = (body: Parameters<typeof refusalIn>[2]) => refusalIn(germanOfRefusals, germanOfProblems, body);

/** What only programs meet. */
const forPrograms = [
  "method_not_allowed",
  "not_acceptable",
  "unsupported_media_type",
  "idempotency_key_reused",
  "ambiguous_lookup",
];

/** The code on the wire. */
const codeOf = (name: RefusalCode): string => (refusals[name] as RefusalKind).code ?? name;

test("every refusal that the routes of editors declare has a German text, and no other text is left", () => {
  const editors = routes.filter(({ id }) => /^(editor|administration)\//.test(id) || id === "accounts/login");
  const codes = new Set(editors.flatMap(({ errors }) => errors).map(codeOf));
  expect(
    [...codes].filter((code) => !Object.hasOwn(germanOfRefusals, code) && !forPrograms.includes(code)),
  ).toEqual([]);
  const known = (Object.keys(refusals) as RefusalCode[]).map(codeOf);
  expect(Object.keys(germanOfRefusals).filter((code) => !known.includes(code))).toEqual([]);
  expect(Object.keys(germanOfProblems)).toEqual(Object.keys(problemCodes));
});

test("a refusal says the same in German, and keeps what programs read", () => {
  const body = { code: "page_locked", detail: "The page is locked.", request_id: "r", locked_by: "Cy" };
  expect(german(body)).toEqual({ ...body, detail: "Die Seite ist gesperrt." });
  const unknown = { code: "of_a_later_version", detail: "It is so." };
  expect(german(unknown)).toEqual(unknown);
});

test("a refusal for some time says in German for how long", () => {
  const detail = "There were too many wrong passwords; try again in 15 seconds.";
  expect(german({ code: "rate_limited", detail }).detail).toBe(
    "Das war zu oft hintereinander. Versuch es später noch einmal, frühestens in 15 Sekunden.",
  );
});

test.each([
  ["max_length", "Ensure this field has no more than 255 characters.", "Das ist zu lang (höchstens 255)."],
  ["max_length", "Ensure this field is shorter.", "Das ist zu lang."],
  ["min_value", "A number from 1 to 9 is required.", "Die Zahl ist zu klein."],
  ["invalid", "An address begins with https://.", "Das passt hier nicht: An address begins with https://."],
  ["of_a_later_version", "It is so.", "It is so."],
])("the problem %s of a field, which says %s, is told as %s", (code, message, told) => {
  const errors = { title: [{ code, message }] };
  expect(german({ code: "validation_error", errors })).toEqual({
    code: "validation_error",
    errors: { title: [{ code, message: told }] },
  });
});

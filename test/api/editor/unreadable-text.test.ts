// Proves contract rules: utf-8.

import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, Context } from "aws-lambda";
import { describe, expect, test } from "vitest";
import { createPost } from "#lib/routes/editor-posts.ts";
import { call } from "#test/support/call.ts";
import { loadFunction } from "#test/support/functions.ts";
import { sendOverHttp } from "#test/support/http-transport.ts";
import { useWorld } from "#test/support/world.ts";

const world = useWorld();

/** Bytes of a text, in which each `*` stands for a byte that is not UTF-8, or for several. */
const bytes = (text: string, damage: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(Buffer.from(text.replace("*", damage), "latin1"));

const damages = [
  ["a byte of Latin-1", "\xe9"],
  ["an emoji that was cut off", "\xf0\x9f\x98"],
  ["half of a surrogate pair", "\xed\xa0\x80"],
] as const;

const json = () => `{"parent": {"id": ${world.notes}}, "title": "Heron *", "overview": []}`;
const form = () => `parent.id=${world.notes}&title=Heron+*&overview=[]`;
const part = (name: string, value: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
const multipart = () =>
  `${part("parent.id", String(world.notes))}${part("title", "Heron *")}${part("overview", "[]")}--b--\r\n`;

const kinds = [
  { type: "application/json", text: json },
  { type: "application/json; charset=iso-8859-1", text: json },
  { type: "application/x-www-form-urlencoded", text: form },
  { type: "multipart/form-data; boundary=b", text: multipart },
];

const refused = [
  400,
  {
    code: "validation_error",
    errors: { non_field_errors: [expect.objectContaining({ code: "parse_error" })] },
  },
];

describe.each(kinds)("a body of the type $type", ({ type, text }) => {
  const headers = { authorization: "Bearer ada", "content-type": type };

  test.each(damages)("with %s is refused by the function, and nothing is stored", async (_, damage) => {
    const answer = await call(createPost, { headers, body: bytes(text(), damage) });
    expect([answer.status, answer.body]).toEqual(refused);
  });

  test.each(damages)("with %s is refused over the gateway, too", async (_, damage) => {
    const { status, text: body } = await sendOverHttp({
      routeId: createPost.id,
      method: "POST",
      path: createPost.path,
      query: "",
      params: {},
      headers,
      body: bytes(text(), damage),
    });
    expect([status, JSON.parse(body)]).toEqual(refused);
  });
});

test("a form whose percent signs spell bytes that are not UTF-8 is refused", async () => {
  const headers = { authorization: "Bearer ada", "content-type": "application/x-www-form-urlencoded" };
  const answer = await call(createPost, { headers, body: form().replace("*", "%E9") });
  expect([answer.status, answer.body]).toEqual(refused);
});

test.each(["Heron \u00e9 \ud83d\ude00", "Heron \ufffd"])("the title %j is stored as it is", async (title) => {
  const body = { parent: { id: world.notes }, title, slug: randomUUID(), overview: [] };
  const answer = await call(createPost, { as: "ada", body });
  expect([answer.status, answer.body.title]).toEqual([201, title]);
});

test("a text in which API Gateway may have replaced bytes is refused", async () => {
  const handler = await loadFunction(createPost.id);
  const event = {
    version: "2.0",
    rawPath: "/api/editor/posts",
    rawQueryString: "",
    headers: { authorization: "Bearer ada", "content-type": "application/json", host: "lectern.test" },
    requestContext: { http: { method: "POST", sourceIp: "127.0.0.1" }, requestId: randomUUID() },
    body: json().replace("*", "\ufffd"),
    isBase64Encoded: false,
  } as unknown as APIGatewayProxyEventV2;
  const result = (await handler(event, {} as Context)) as { statusCode: number; body: string };
  expect([result.statusCode, JSON.parse(result.body)]).toEqual(refused);
});

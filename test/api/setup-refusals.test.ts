// Proves contract rules: first-steps, setup-secrets, setup-page.

import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { beginSetup } from "#lib/actions/people/begin-setup.ts";
import { setUp, showSetup } from "#lib/routes/setup.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { useFiles } from "#test/support/files.ts";
import { hiddenFieldsIn, textIn } from "#test/support/site-pages.ts";
import { makeTable, useTable } from "#test/support/table.ts";

useTable();
useFiles();

beforeEach(async () => {
  process.env.TABLE_NAME = `test-${randomUUID()}`;
  await makeTable();
});

const steps = {
  username: "iris",
  password: "a reed in the marsh",
  site_name: "Field notes",
  first: { type: "site.Blog", title: "Notes" },
};

const begun = async (): Promise<string> => (await beginSetup())!;

const send = async (more: object) =>
  call(setUp, { body: { secret: await begun(), ...steps, ...more } as never });

const problemsOf = ({ body }: RouteAnswer) =>
  Object.entries(body.errors as Record<string, { code: string; message: string }[]>).flatMap(
    ([path, problems]) => problems.map(({ code }) => `${path}/${code}`),
  );

describe("first steps", () => {
  test.each<[string, object, readonly string[]]>([
    ["an e-mail address that is none", { email: "iris at home" }, ["email/invalid"]],
    ["one without a domain", { email: "iris@home" }, ["email/invalid"]],
    ["a number for one", { email: 7 }, ["email/invalid"]],
    ["a list as the first blog", { first: [] }, ["first/invalid"]],
    ["a text as the first blog", { first: "blog" }, ["first/invalid"]],
    [
      "a long name with control characters",
      { username: `iris\u0007${"s".repeat(150)}` },
      ["username/max_length", "username/invalid"],
    ],
    [
      "a long name with null characters",
      { username: `iris\u0000${"s".repeat(150)}` },
      ["username/null_characters_not_allowed", "username/max_length"],
    ],
  ])("refuse %s with each problem once", async (_case, more, problems) => {
    const answer = await send(more);
    expect([answer.status, problemsOf(answer)]).toEqual([400, problems]);
  });

  test.each(["", " iris+site@mail.example.org "])("take %j as an e-mail address", async (email) => {
    expect((await send({ email })).status).toBe(201);
  });

  test("tell in sentences what is wrong", async () => {
    const { body } = await send({ password: "short", first: [], language: "?", timezone: "?", theme: "?" });
    const messages = Object.values(body.errors as Record<string, { message: string }[]>).flat();
    expect(messages).toHaveLength(5);
    for (const { message } of messages) expect(message).toMatch(/^[A-Z].*[^.]\.$/);
  });
});

test.each<[string, string, string | Buffer, number]>([
  ["no JSON", "application/json", "{", 400],
  ["a list", "application/json", '[{"secret":"x"}]', 400],
  ["no UTF-8", "application/json", Buffer.from([0x22, 0xff, 0x22]), 400],
  ["of another type", "text/plain", "secret=x", 415],
  ["too large", "application/json", JSON.stringify({ secret: "x".repeat(20_000) }), 413],
])(
  "a body that is %s has no secret to be read, and gets the same answer whether or not there is an account",
  async (_case, type, body, status) => {
    const ask = async () => {
      const answer = await call(setUp, { headers: { "content-type": type }, body: body as never });
      return [answer.status, answer.body];
    };
    const nothingToSetUp = await ask();
    expect(nothingToSetUp[0]).toBe(status);
    const secret = await begun();
    expect(await ask()).toEqual(nothingToSetUp);
    expect((await call(setUp, { body: { secret, ...steps } as never })).status).toBe(201);
    expect(await ask()).toEqual(nothingToSetUp);
  },
);

describe("the page", () => {
  const page = (secret: string) =>
    call(showSetup, { params: { secret: `${secret}/` } as never, headers: { accept: "text/html" } });

  const submit = (values: Readonly<Record<string, string>>) =>
    call(setUp, {
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
      body: new URLSearchParams(values).toString(),
    });

  const fields = {
    ...{ username: "iris", email: "", password: steps.password, site_name: "Field notes", language: "en" },
    ...{ timezone: "UTC", "first.type": "site.Blog", "first.title": "Notes", theme: "plain" },
  };

  /** The names of the fields that the page marks as wrong. */
  const markedIn = (html: string) =>
    [...html.matchAll(/<(?:input|select)[^>]*>/g)]
      .filter(([tag]) => tag.includes('aria-invalid="true"'))
      .map(([tag]) => /name="([^"]*)"/.exec(tag)![1]);

  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ["one field", { email: "iris at home" }, ["email"]],
    ["two", { password: "short", timezone: "Mars/North" }, ["password", "timezone"]],
    ["one that is no field of the form", { first: "x" }, []],
  ])("marks what is wrong and nothing else: %s", async (_case, more, marked) => {
    const hidden = hiddenFieldsIn((await page(await begun())).body);
    const { status, body } = await submit({ ...hidden, ...fields, ...more });
    expect([status, markedIn(body)]).toEqual([400, marked]);
  });

  test("says once what is wrong with the first blog as a whole", async () => {
    const hidden = hiddenFieldsIn((await page(await begun())).body);
    const { "first.type": _, "first.title": __, ...others } = fields;
    const { body } = await submit({ ...hidden, ...others, first: "x" });
    expect(textIn(body).match(/Expected an object/g)).toHaveLength(1);
    expect(textIn(body)).toContain("Blog or podcast: Expected an object.");
  });

  test("marks nothing where the address has to wait", async () => {
    const hidden = hiddenFieldsIn((await page(await begun())).body);
    for (let guess = 0; guess < 30; guess++) await call(setUp, { body: { secret: "wrong" } as never });
    const { status, body } = await submit({ ...hidden, ...fields });
    expect([status, markedIn(body)]).toEqual([429, []]);
  });

  test("searches nothing and offers no other way into a site that is not there yet", async () => {
    const secret = await begun();
    const { body } = await page(secret);
    const again = await submit({ ...hiddenFieldsIn(body), ...fields, email: "none" });
    for (const html of [body, again.body]) {
      expect(html).toContain('name="site_name"');
      expect(html).not.toContain('type="search"');
      expect(html).not.toContain("update_theme");
    }
  });
});

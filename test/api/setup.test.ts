// Proves contract rules: first-steps, setup-secrets, setup-page.

import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { beginSetup } from "#lib/actions/people/begin-setup.ts";
import { createUser } from "#lib/actions/people/users.ts";
import { listUsers } from "#lib/routes/administration.ts";
import { readSiteThings, updateSiteThings } from "#lib/routes/administration-site.ts";
import { uploadImage } from "#lib/routes/editor-media.ts";
import { listEditablePages } from "#lib/routes/editor-pages.ts";
import { createPost, publishPost } from "#lib/routes/editor-posts.ts";
import { whoAmI } from "#lib/routes/editor-whoami.ts";
import { setUp, showSetup } from "#lib/routes/setup.ts";
import { emptySite } from "#lib/site/site.ts";
import { readSite } from "#lib/store/site.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { useClock } from "#test/support/clock.ts";
import { failingAt } from "#test/support/faults.ts";
import { useFiles } from "#test/support/files.ts";
import { formFile, multipart } from "#test/support/form.ts";
import { samplePicture } from "#test/support/sample-picture.ts";
import { hiddenFieldsIn, textIn, visit } from "#test/support/site-pages.ts";
import { makeTable, useTable } from "#test/support/table.ts";
import { wholeTable } from "#test/support/whole-table.ts";

useTable();
useFiles();
const letSecondsPass = useClock();

beforeEach(async () => {
  process.env.TABLE_NAME = `test-${randomUUID()}`;
  await makeTable();
});

const steps = {
  username: "iris",
  email: "iris@example.org",
  password: "a reed in the marsh",
  site_name: "Field notes",
  language: "de-AT",
  timezone: "Europe/Vienna",
  first: { type: "site.Blog", title: "Notes" },
  theme: "essay",
};

const { email: _, language: __, timezone: ___, theme: ____, ...fewest } = steps;

const send = (secret: unknown, body: object = steps) => call(setUp, { body: { secret, ...body } as never });

const begun = async (): Promise<string> => (await beginSetup())!;

/** The headers of the browser that has got these cookies. */
const browserOf = ({ cookies }: RouteAnswer) => {
  const [session = "", csrf = ""] = cookies.map((line) => line.split(";")[0]!);
  return { cookie: `${session}; ${csrf}`, "x-csrftoken": csrf.replace("csrftoken=", "") };
};

const page = (secret: string, headers: Record<string, string> = {}) =>
  call(showSetup, {
    params: { secret: `${secret}/` } as never,
    headers: { accept: "text/html", ...headers },
  });

const problemsOf = ({ body }: RouteAnswer) =>
  Object.entries(body.errors as Record<string, { code: string }[]>)
    .map(([path, [problem]]) => `${path}/${problem!.code}`)
    .sort();

describe("first steps", () => {
  test("make the account of a superuser, the site and a blog, and sign in", async () => {
    const answer = await send(await begun());
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ user: { username: "iris" }, scopes: null, token: null });
    const headers = browserOf(answer);
    expect((await call(whoAmI, { headers })).body.user).toEqual(answer.body.user);
    const { body } = await call(listUsers, { headers });
    expect(body.results).toMatchObject([
      { username: "iris", email: "iris@example.org", superuser: true, staff: true, active: true },
    ]);
    const { results } = (await call(listEditablePages, { headers, query: { order: "title" } })).body;
    expect(
      results.map(({ type, title, slug, live }: Record<string, unknown>) => [type, title, slug, live]),
    ).toEqual([
      ["site.HomePage", "Field notes", "home", true],
      ["site.Blog", "Notes", "notes", true],
    ]);
    const blog = await visit("/notes/");
    expect([blog.status, blog.body]).toEqual([200, expect.stringContaining('<html lang="de-AT"')]);
    expect(textIn(blog.body)).toContain("Field notes");
  });

  test("leave a site in which one writes and uploads", async () => {
    const answer = await send(await begun(), { ...fewest, first: { type: "site.Podcast", title: "Calls" } });
    const headers = browserOf(answer);
    const { results } = (await call(listEditablePages, { headers, query: { type: "site.Podcast" } })).body;
    const parent = { id: results[0].id };
    const { body } = await call(createPost, { headers, body: { parent, title: "One", overview: [] } });
    expect((await call(publishPost, { headers, params: { id: body.id } })).status).toBe(200);
    const file = formFile("heron.jpg", await samplePicture("jpeg"), "image/jpeg");
    const form = await multipart({ file, title: "A heron", collection: "1" });
    const upload = await call(uploadImage, { ...form, headers: { ...form.headers, ...headers } });
    expect(upload.status).toBe(201);
  });

  test("leave a site of which no manifest has made anything, also once its root collection is restricted", async () => {
    const headers = browserOf(await send(await begun()));
    const { digest } = (await call(readSiteThings, { headers })).body;
    const set = { collections: [{ path: "Root", restriction: { type: "login" } }] };
    const { status, text, body } = await call(updateSiteThings, {
      headers,
      body: { base_digest: digest, set },
    });
    expect([status, body.collections]).toEqual([200, [{ id: 1, ...set.collections[0] }]]);
    expect(text).not.toContain("managed_by");
  });

  test("have the defaults of a manifest for what they leave out", async () => {
    expect((await send(await begun(), fewest)).status).toBe(201);
    const { settings } = await readSite();
    expect(settings).toEqual({ ...emptySite.settings, name: "Field notes" });
  });

  test.each([
    ["of the service's own addresses", "API", "/api-2/"],
    ["without letters", "…", "/blog/"],
  ])("give a blog with a title %s an address", async (_case, title, address) => {
    expect((await send(await begun(), { ...fewest, first: { type: "site.Blog", title } })).status).toBe(201);
    expect((await visit(address)).status).toBe(200);
  });

  test("are refused with all that is wrong at once, and then go on with the same secret", async () => {
    const secret = await begun();
    const before = await wholeTable();
    const wrong = {
      ...{
        username: "",
        email: "x".repeat(255),
        password: "short",
        language: "no language",
        timezone: "Mars",
      },
      ...{ first: { type: "site.Post", title: "" }, theme: "nowhere" },
    };
    const answer = await send(secret, wrong);
    expect([answer.status, answer.cookies]).toEqual([400, []]);
    expect(problemsOf(answer)).toEqual([
      ...["email/max_length", "first.title/blank", "first.type/invalid_choice", "language/invalid"],
      ...[
        "password/invalid",
        "site_name/required",
        "theme/invalid_choice",
        "timezone/invalid",
        "username/blank",
      ],
    ]);
    expect(await wholeTable()).toEqual(before);
    expect((await send(secret)).status).toBe(201);
  });

  test.each([
    ["that is common", "password12345"],
    ["that is the name of the account", "irisirisiris"],
    ["that is the name of the site", "field notes 1"],
  ])("refuse a password %s", async (_case, password) => {
    expect(problemsOf(await send(await begun(), { ...steps, password }))).toEqual(["password/invalid"]);
  });
});

describe("the secret", () => {
  const nonsense = { username: 7, first: "none" };

  test.each<[string, () => Promise<unknown>]>([
    ["a wrong one", async () => (await begun()).replace(/^./, (first) => (first === "A" ? "B" : "A"))],
    ["none", async () => void (await begun())],
    ["one of another type", () => begun().then(() => 7)],
    ["any, where none was made", async () => "made-up"],
    [
      "one that is an hour old",
      async () => {
        const secret = await begun();
        letSecondsPass(3_600);
        return secret;
      },
    ],
    [
      "one that a later one has ended",
      async () => {
        const secret = await begun();
        await begun();
        return secret;
      },
    ],
    [
      "one that was used",
      async () => {
        const secret = await begun();
        expect((await send(secret)).status).toBe(201);
        return secret;
      },
    ],
    [
      "any, once somebody has an account",
      async () => {
        const secret = await begun();
        await createUser("bo", {
          ...{ email: "", groups: [], staff: false, superuser: false, active: false, passwordHash: null },
        });
        return secret;
      },
    ],
  ])("%s is a 404, whatever else is said, and changes nothing", async (_case, secretOf) => {
    const secret = await secretOf();
    const users = (await wholeTable()).filter(({ pk }) => pk === "USERS");
    for (const body of [steps, nonsense, {}]) {
      const answer = await send(secret, body);
      expect([answer.status, answer.body.code, answer.cookies]).toEqual([404, "not_found", []]);
    }
    expect((await page(String(secret))).status).toBe(404);
    expect((await wholeTable()).filter(({ pk }) => pk === "USERS")).toEqual(users);
  });

  test("works until its hour is over", async () => {
    const secret = await begun();
    letSecondsPass(3_599);
    expect((await page(secret)).status).toBe(200);
    expect((await send(secret)).status).toBe(201);
  });

  test("is not made where somebody has an account", async () => {
    expect((await send(await begun())).status).toBe(201);
    expect(await beginSetup()).toBeUndefined();
  });

  test("is stored as a digest only", async () => {
    const secret = await begun();
    expect(JSON.stringify(await wholeTable())).not.toContain(secret);
  });

  test("of two requests at once makes one account: one is a 201, the other a 404", async () => {
    for (let round = 0; round < 5; round++) {
      process.env.TABLE_NAME = `test-${randomUUID()}`;
      await makeTable();
      const secret = await begun();
      const answers = await Promise.all(
        ["iris", "bo", "cy"].map((username) => send(secret, { ...steps, username })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 404, 404]);
      const items = await wholeTable();
      expect(items.filter(({ pk }) => pk === "USERS")).toHaveLength(1);
      const pages = items.filter(({ pk, sk }) => /^PAGE#/.test(String(pk)) && sk === "ROW");
      expect(pages).toHaveLength(3);
    }
  });

  test("guessed often from an address makes it wait, and others not", async () => {
    const secret = await begun();
    for (let guess = 0; guess < 30; guess++) expect((await send("wrong")).status).toBe(404);
    const answer = await send(secret);
    expect([answer.status, answer.body.code, answer.headers["retry-after"]]).toEqual([
      429,
      "rate_limited",
      "15",
    ]);
    expect((await page(secret)).status).toBe(429);
    letSecondsPass(16);
    expect((await send(secret)).status).toBe(201);
  });

  test("stands in no line of the log, and is counted by no statistic", async () => {
    process.env.LOG_REQUESTS = "true";
    using log = captureLog();
    const secret = await begun();
    await page(secret);
    await page(`${secret}x`);
    await send(secret, {});
    await send(`${secret}x`, {});
    await failingAt(1, "before", () => send(secret));
    await send(secret);
    await page(secret);
    delete process.env.LOG_REQUESTS;
    expect(log.lines.map(({ path }) => path)).toEqual(
      expect.arrayContaining(["/setup/{secret+}", "/api/setup/"]),
    );
    expect(log.lines.map(({ level }) => level)).toContain("error");
    expect(JSON.stringify(log.lines)).not.toContain(secret);
  });
});

test.each(["before", "after", "for good"] as const)(
  "a process that ends at any step (%s) leaves all of it or nothing",
  async (how) => {
    for (let index = 0; ; index++) {
      process.env.TABLE_NAME = `test-${randomUUID()}`;
      await makeTable();
      const secret = await begun();
      using _ = captureLog();
      const wasReached = await failingAt(index, how, () => send(secret));
      const items = await wholeTable();
      const has = (pk: RegExp, sk: RegExp) =>
        items.some((item) => pk.test(String(item.pk)) && sk.test(String(item.sk)));
      const parts = [
        ...[
          has(/^USERS$/, /./),
          has(/^USERNAME#iris$/, /./),
          has(/^SITE$/, /^SETTINGS$/),
          has(/^SITE$/, /^COLLECTION/),
        ],
        ...[
          has(/^PAGE#2$/, /^ROW$/),
          has(/^PAGE#3$/, /^ROW$/),
          has(/^PAGE#3$/, /^LIVE$/),
          !has(/^CREDENTIAL#setup$/, /./),
        ],
      ];
      expect([...new Set(parts)], `step ${index}`).toHaveLength(1);
      expect((await send(secret)).status).toBe(parts[0] ? 404 : 201);
      if (!wasReached) break;
    }
  },
);

describe("the page", () => {
  test("is a form in the look of the site, which nothing keeps, finds or passes on", async () => {
    const { status, headers, body } = await page(await begun());
    expect([status, headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect([headers["x-robots-tag"], headers["referrer-policy"]]).toEqual(["noindex", "no-referrer"]);
    expect(headers["content-security-policy"]).not.toContain("script-src");
    for (const name of [
      "username",
      "email",
      "password",
      "site_name",
      "language",
      "timezone",
      "first.type",
      "first.title",
      "theme",
    ])
      expect(body, name).toContain(`name="${name}"`);
    expect(body).toContain('<option value="essay">Essay</option>');
  });

  test("for people without the secret is one that says so", async () => {
    await begun();
    const { status, headers, body } = await page("wrong");
    expect([status, headers["referrer-policy"], headers["content-type"]]).toEqual([
      ...[404, "no-referrer", "text/html; charset=utf-8"],
    ]);
    expect(textIn(body)).toContain("not found");
  });

  const fields = (hidden: Readonly<Record<string, string>>) => ({
    ...hidden,
    ...{ username: "iris", email: "", password: steps.password, site_name: "Field notes", language: "en" },
    ...{ timezone: "UTC", "first.type": "site.Podcast", "first.title": "Calls", theme: "plain" },
  });

  const submit = (values: Readonly<Record<string, string>>) =>
    call(setUp, {
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
      body: new URLSearchParams(values).toString(),
    });

  test("sets the site up without script, and goes on to the site", async () => {
    const hidden = hiddenFieldsIn((await page(await begun())).body);
    const answer = await submit(fields(hidden));
    expect([answer.status, answer.headers.location]).toEqual([303, "/"]);
    expect((await call(whoAmI, { headers: browserOf(answer) })).body.user.username).toBe("iris");
    expect((await visit("/calls/")).status).toBe(200);
    expect((await submit(fields(hidden))).status).toBe(404);
  });

  test("comes again with what is wrong, and what was typed but the password", async () => {
    const secret = await begun();
    const hidden = hiddenFieldsIn((await page(secret)).body);
    const { status, headers, body } = await submit({
      ...fields(hidden),
      ...{ password: "a short one", "first.title": "", username: 'iris "the" <first>' },
    });
    expect([status, headers["cache-control"]]).toEqual([400, "private, no-store"]);
    expect(textIn(body)).toMatch(/Title: .*blank.* Password: .*at least 12 characters/);
    expect(body).toContain('value="iris &quot;the&quot; &lt;first>"');
    expect(body).toContain('<option value="site.Podcast" selected>');
    expect(body).not.toContain("a short one");
    expect(hiddenFieldsIn(body)).toEqual(hidden);
  });

  test("may send the form as browsers do that name no origin, because the page passes no address on", async () => {
    const body = { secret: await begun(), ...steps } as never;
    expect((await call(setUp, { body, headers: { origin: "null" } })).status).toBe(201);
  });
});

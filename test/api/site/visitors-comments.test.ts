// Proves contract rules: comments, comment-form, comment-limits, comment-privacy, foreign-pages.

import { hash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { setComments } from "#lib/actions/pages/discussion.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import type { Comment } from "#lib/pages/comment.ts";
import { readLivePage } from "#lib/routes/pages.ts";
import { commentOnPage } from "#lib/routes/site-comments.ts";
import { readWaitingOn } from "#lib/store/waiting-comments.ts";
import { call } from "#test/support/call.ts";
import { useClock } from "#test/support/clock.ts";
import { failingAt } from "#test/support/faults.ts";
import { useSetting } from "#test/support/settings.ts";
import { hiddenFieldsIn, linksIn, textIn, visit } from "#test/support/site-pages.ts";
import { wholeTable } from "#test/support/whole-table.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";
import { commentWith } from "../../lib/pages/comments.ts";

const world = useWorld();
const later = useClock();
const setEnabled = useSetting("SITE_COMMENTS_ENABLED");
const setMaxWaiting = useSetting("SITE_COMMENTS_MAX_WAITING_ON_POST");

/** Lets a request name the address that it comes from. */
const proxySecret = "a-secret-that-only-the-proxy-knows";

let post = { id: 0, path: "" };
let visitor = 0;

beforeEach(async () => {
  process.env.PROXY_SECRET = proxySecret;
  await setEnabled(true);
  const { id, slug } = await createLivePost(world.notes);
  post = { id, path: `notes/${slug}/` };
});

const discuss = (...comments: readonly Comment[]) => setComments(post.id, { permit: () => {}, comments });

/** A network of its own for each caller that should not be limited by the others. */
const someAddress = (): string => `198.51.${Math.floor(++visitor / 250)}.${visitor % 250}`;

const heron = { name: "Bo", email: "bo@example.org", text: "A heron!" };

interface Sending {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly from?: string;
}

const send = (
  fields: Readonly<Record<string, string>>,
  { path = post.path, headers = {}, from = someAddress() }: Sending = {},
) =>
  call(commentOnPage, {
    params: { path } as never,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "x-proxy-secret": proxySecret,
      "x-viewer-address": from,
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });

/** Opens the form and waits as long as a person takes, then sends it. */
const write = async (
  fields: Readonly<Record<string, string>>,
  { view = "new", ...sending }: Sending & { readonly view?: string } = {},
) => {
  const { body } = await visit(`/${post.path}?comment=${view}`);
  later(10);
  return send({ ...hiddenFieldsIn(body), ...heron, ...fields }, sending);
};

afterEach(() => {
  delete process.env.PROXY_SECRET;
});

describe("a form that is sent again", () => {
  const openForm = async (): Promise<Record<string, string>> => {
    const { body } = await visit(`/${post.path}?comment=new`);
    later(10);
    return { ...hiddenFieldsIn(body), ...heron };
  };

  test("gets the answer of the first time, adds nothing, and is not counted", async () => {
    const form = await openForm();
    const from = someAddress();
    const answers: unknown[] = [];
    for (let time = 1; time <= 7; time++) {
      const { status, headers } = await send(form, { from });
      answers.push([status, headers.location]);
    }
    expect(new Set(answers.map(String))).toEqual(new Set([`303,/${post.path}?comment=waiting#comments`]));
    expect(await readWaitingOn(post.id)).toHaveLength(1);
    expect((await send({ ...form, text: "Another one" }, { from })).status).toBe(303);
    expect(await readWaitingOn(post.id)).toHaveLength(2);
  });

  test("at the same moment, from several networks, adds one comment", async () => {
    const form = await openForm();
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(form)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
    expect(await readWaitingOn(post.id)).toHaveLength(1);
  });

  test("because an answer was lost at any step, adds one comment", async () => {
    for (const how of ["before", "after"] as const) {
      for (let isReached = true, step = 0; isReached; step++) {
        const { length } = await readWaitingOn(post.id);
        const form = { ...(await openForm()), text: `Lost ${how} step ${step}` };
        isReached = await failingAt(step, how, () => send(form));
        const { status } = await send(form);
        expect([how, step, status, (await readWaitingOn(post.id)).length]).toEqual([
          how,
          step,
          303,
          length + 1,
        ]);
      }
    }
  });

  test("anew, with the same words, is another comment; and so it is after a day", async () => {
    const form = await openForm();
    await send(form);
    expect((await send({ ...form, ...(await openForm()) })).status).toBe(303);
    later(24 * 3_600 + 1);
    expect((await send(form)).status).toBe(303);
    expect(await readWaitingOn(post.id)).toHaveLength(3);
  });
});

describe("a comment that a visitor sends", () => {
  test("waits for a moderator, and the page that the visitor comes back to says so", async () => {
    const { status, headers } = await write({ text: " Two herons,\r\nor <b>three</b>? " });
    expect([status, headers.location]).toEqual([303, `/${post.path}?comment=waiting#comments`]);
    expect(await readWaitingOn(post.id)).toEqual([
      {
        id: expect.any(Number),
        parentId: null,
        name: "Bo",
        email: "bo@example.org",
        title: "",
        text: "Two herons,\nor <b>three</b>?",
        createdAt: expect.stringMatching(/^20/),
        moderation: "pending",
        fromVisitor: true,
      },
    ]);
    const { body } = await visit(`/${post.path}?comment=waiting`);
    expect(textIn(body)).toContain("Thank you. Your comment will appear here when somebody has approved it.");
    expect(body).toContain('name="robots" content="noindex');
    expect(body).not.toContain("heron");
  });

  test("changes nothing for readers while it waits: caches keep the page", async () => {
    const before = await visit(`/${post.path}`);
    await write({});
    const after = await visit(`/${post.path}`, { headers: { "if-none-match": before.headers.etag ?? "" } });
    expect([before.headers["cache-control"], after.status]).toEqual(["public, no-cache", 304]);
    const { body } = await call(readLivePage, { params: { id: post.id }, query: "fields=_,comments" });
    expect(body.comments).toEqual([]);
  });

  test("is kept, with all others that arrive at the same moment", async () => {
    const form = hiddenFieldsIn((await visit(`/${post.path}?comment=new`)).body);
    later(10);
    const texts = Array.from({ length: 24 }, (_, index) => `Heron ${index}`);
    const answers = await Promise.all(texts.map((text) => send({ ...form, ...heron, text })));
    expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 303));
    const kept = (await readWaitingOn(post.id)).map(({ text }) => text);
    expect(kept.toSorted()).toEqual(texts.toSorted());
  });

  test("needs no session, and starts none", async () => {
    const { status, cookies } = await write({});
    expect([status, cookies]).toEqual([303, []]);
  });

  test.each([
    ["a page of another site", { origin: "https://evil.example" }],
    ["a browser that says so", { "sec-fetch-site": "cross-site" }],
  ])("is refused from %s", async (_, headers) => {
    const { status, body } = await write({}, { headers });
    expect([status, body.code]).toEqual([403, "csrf_failed"]);
    expect(await readWaitingOn(post.id)).toEqual([]);
  });

  test("leaves no address behind, in no item of the table", async () => {
    const from = someAddress();
    await write({}, { from });
    const stored = JSON.stringify(await wholeTable());
    expect(stored).not.toContain(from);
    // Whoever has the table but not the secret cannot find it by trying all addresses.
    expect(stored).not.toContain(hash("sha256", `comment from ${from}`));
  });
});

describe("the form", () => {
  test("is shown on request, to each visitor an own one that no cache keeps", async () => {
    const page = await visit(`/${post.path}`);
    expect(page.body).not.toContain('<form class="comment"');
    expect(linksIn(page.body)).toContain(`/${post.path}?comment=new#write-comment`);
    const { body, headers } = await visit(`/${post.path}?comment=new`);
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["content-security-policy"]).toContain("form-action 'self'");
    expect(headers.etag).toBeUndefined();
    expect(body).toContain(`<form class="comment" id="write-comment" method="post" action="/${post.path}#`);
    expect(body).toContain('name="robots" content="noindex');
  });

  test.each<[string, Readonly<Record<string, string>>, string]>([
    ["no name", { name: "  " }, "Please enter your name."],
    ["a long name", { name: "x".repeat(101) }, "Please use at most 100 characters."],
    ["no address", { email: "" }, "Please enter your e-mail address."],
    ["an address that is none", { email: "bo at home" }, "This does not look like an e-mail address."],
    ["no text", { text: "\r\n" }, "Please write something."],
    ["a long text", { text: "🐟".repeat(5_001) }, "Please use at most 5000 characters."],
    ["an invisible name", { name: "\u200b\u00ad" }, "Please enter your name."],
    ["an invisible text", { text: "\u200b\u200c\u2060" }, "Please write something."],
    ["a text of blanks", { text: "\u3164 \u2800\ufeff" }, "Please write something."],
    ["a tower", { text: `z${"\u0301".repeat(21)}` }, "Please use at most 20 accents on a letter."],
    ["a joined one", { text: `z${"\u0301\u034f\u200d".repeat(7)}` }, "at most 20 accents on a letter."],
    ["a filled trap", { website: "https://pills.example" }, "Please leave the field “Website” empty."],
    ["an answer to nothing", { answers: "999999" }, "The comment that you answer is not there any more."],
    ["no time", { opened: "" }, "That was very quick."],
    ["a time to come", { opened: "99999999999999" }, "That was very quick."],
  ])("is shown again with %s and everything that was entered", async (_, fields, problem) => {
    const { status, body, headers } = await write({ text: "Kept & <safe>", ...fields });
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([
      400,
      "text/html; charset=utf-8",
      "private, no-store",
    ]);
    expect(textIn(body)).toContain(problem);
    if (!fields.text) expect(body).toContain("Kept &amp; &lt;safe>");
    expect(await readWaitingOn(post.id)).toEqual([]);
  });

  test("that was sent too quickly can be sent again", async () => {
    const form = hiddenFieldsIn((await visit(`/${post.path}?comment=new`)).body);
    later(1);
    const first = await send({ ...form, ...heron });
    expect([first.status, textIn(first.body).includes("That was very quick.")]).toEqual([400, true]);
    later(4);
    expect((await send({ ...hiddenFieldsIn(first.body), ...heron })).status).toBe(303);
  });

  test("takes no more than the longest comment needs", async () => {
    expect((await write({ text: "🐟".repeat(5_000) })).status).toBe(303);
    expect((await send({ text: "x".repeat(100_000) })).status).toBe(413);
  });
});

describe("answers", () => {
  const thread = [
    commentWith({ id: 1, name: "Ann" }),
    commentWith({ id: 2, parentId: 1, name: "Cy" }),
    commentWith({ id: 3, parentId: 2, name: "Di" }),
    commentWith({ id: 4, moderation: "pending" }),
    commentWith({ id: 5, moderation: "spam" }),
  ];

  test("are possible on two levels, so that threads have three", async () => {
    await discuss(...thread);
    const { body } = await visit(`/${post.path}`);
    const forms = linksIn(body).filter((link) => link.includes("comment="));
    expect(forms.map((link) => link.match(/comment=(\w+)/)?.[1])).toEqual(["1", "2", "new"]);
    expect(textIn((await visit(`/${post.path}?comment=2`)).body)).toContain("Answer Cy");
    expect((await write({}, { view: "2" })).status).toBe(303);
    expect((await readWaitingOn(post.id)).map(({ parentId }) => parentId)).toEqual([2]);
  });

  test.each(["3", "4", "5"])("to comment %s are refused", async (answers) => {
    await discuss(...thread);
    expect((await write({ answers })).status).toBe(400);
    expect(await readWaitingOn(post.id)).toEqual([]);
  });
});

describe("too many comments", () => {
  test("from an address have to wait, the form keeps what was entered, and other addresses may comment", async () => {
    const from = someAddress();
    const statuses: number[] = [];
    for (let count = 0; count < 5; count++) statuses.push((await write({}, { from })).status);
    expect(statuses).toEqual([303, 303, 303, 303, 303]);
    const { status, headers, body } = await write({ text: "Once more" }, { from });
    expect([status, Number(headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(textIn(body)).toMatch(/too many comments from your address; try again in \d+ seconds/);
    expect(body).toContain("Once more");
    expect((await write({})).status).toBe(303);
    later(600);
    expect((await write({}, { from })).status).toBe(303);
  });

  test("on a post have to wait, and those on other posts do not", async () => {
    const form = { ...hiddenFieldsIn((await visit(`/${post.path}?comment=new`)).body), ...heron };
    later(10);
    for (let count = 0; count < 30; count++)
      expect((await send({ ...form, text: `Heron ${count}` })).status).toBe(303);
    const { status, body } = await send(form);
    expect([status, textIn(body)]).toEqual([429, expect.stringContaining("too many comments on this post")]);
    const other = await createLivePost(world.notes);
    expect((await send(form, { path: `notes/${other.slug}/` })).status).toBe(303);
  });

  test("wait on a post until a moderator decides, and the form says that no more are taken", async () => {
    await setMaxWaiting(1);
    expect((await write({})).status).toBe(303);
    const { status, body } = await write({ text: "One more" });
    expect([status, body.includes("One more")]).toEqual([409, true]);
    expect(textIn(body)).toContain("Too many comments wait for an answer. Please try later.");
  });

  test("are counted even if they arrive at the same moment", async () => {
    const from = someAddress();
    const form = { ...hiddenFieldsIn((await visit(`/${post.path}?comment=new`)).body), ...heron };
    later(10);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, count) => send({ ...form, text: `Heron ${count}` }, { from })),
    );
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(5);
    expect(await readWaitingOn(post.id)).toHaveLength(5);
  });
});

describe("where comments are closed", () => {
  test.each<[string, () => Promise<unknown>]>([
    ["the setting", () => setEnabled(false)],
    ["the post", () => setPageProperties(post.id, { commentsClosed: true })],
  ])("by %s there is no form, and nothing is taken", async (_, close) => {
    const form = hiddenFieldsIn((await visit(`/${post.path}?comment=new`)).body);
    later(10);
    await close();
    expect((await visit(`/${post.path}?comment=new`)).body).not.toContain('class="comment"');
    expect((await send({ ...form, ...heron })).status).toBe(405);
    expect(await readWaitingOn(post.id)).toEqual([]);
  });

  test("because there is no post, the answer is that of the page", async () => {
    expect((await send(heron, { path: "notes/nothing/" })).status).toBe(404);
    expect((await send(heron, { path: "notes/" })).status).toBe(405);
    await setPageProperties(post.id, { restriction: { type: "login" } });
    const { status, headers } = await send(heron);
    expect([status, headers.location]).toEqual([302, expect.stringContaining("/accounts/login/")]);
  });
});

test("texts of visitors are text, and addresses in them links that search engines do not count", async () => {
  const text =
    "See https://herons.example/a?b=1&c=2, or <script>alert(1)</script> javascript:alert(1) http://";
  await discuss(commentWith({ id: 1, name: "<i>Bo</i>", text }));
  const { body } = await visit(`/${post.path}`);
  expect(body).toContain(
    '<a href="https://herons.example/a?b=1&amp;c=2" rel="nofollow ugc">https://herons.example/a?b=1&amp;c=2</a>, or &lt;script>',
  );
  expect(body).not.toContain("<script>alert");
  expect(body).not.toContain("bo@example.org");
});

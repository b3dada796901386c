import { expect, test } from "vitest";
import { beginSetup } from "#lib/actions/people/begin-setup.ts";
import { setUp, showSetup } from "#lib/routes/setup.ts";
import { call } from "#test/support/call.ts";
import { hiddenFieldsIn, visit } from "#test/support/site-pages.ts";
import { useTable } from "#test/support/table.ts";

useTable();

test("a person makes the first account of a stage by the form, and sees the blog", async () => {
  const secret = (await beginSetup())!;
  const page = await call(showSetup, {
    params: { secret: `${secret}/` } as never,
    headers: { accept: "text/html" },
  });
  expect([page.status, page.headers["referrer-policy"]]).toEqual([200, "no-referrer"]);
  const fields = {
    ...hiddenFieldsIn(page.body),
    ...{ username: "iris", password: "a reed in the marsh", site_name: "Field notes" },
    ...{ "first.type": "site.Blog", "first.title": "Notes", theme: "essay" },
  };
  const send = () =>
    call(setUp, {
      headers: { "content-type": "application/x-www-form-urlencoded", accept: "text/html" },
      body: new URLSearchParams(fields).toString(),
    });
  const done = await send();
  expect([done.status, done.headers.location]).toEqual([303, "/"]);
  expect(done.cookies.some((cookie) => cookie.startsWith("sessionid="))).toBe(true);
  expect((await visit("/notes/")).status).toBe(200);
  expect((await send()).status).toBe(404);
});

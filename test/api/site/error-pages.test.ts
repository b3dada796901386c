// Proves contract rules: error-pages.

import { randomUUID } from "node:crypto";
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from "aws-lambda";
import { describe, expect, test } from "vitest";
import { changeSite } from "#lib/actions/people/change-site.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Refusal } from "#lib/refusals/refusal.ts";
import { logIn, logOut, showSignIn } from "#lib/routes/accounts.ts";
import { fallback } from "#lib/routes/fallback.ts";
import type { Method, Route } from "#lib/routes/route.ts";
import { commentOnPage } from "#lib/routes/site-comments.ts";
import { readMediaFile } from "#lib/routes/site-media.ts";
import { readSitePage } from "#lib/routes/site-pages.ts";
import { errorPage } from "#lib/surfaces/html/site-page.ts";
import { call } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { textIn } from "#test/support/site-pages.ts";
import { useWorld } from "#test/support/world.ts";

useWorld();

const browser = { accept: "text/html,application/xhtml+xml;q=0.9,*/*;q=0.8" };
const form = { ...browser, "content-type": "application/x-www-form-urlencoded" };

/** What a browser gets from the route. */
const sendForm = (route: Route, headers = {}) =>
  call(route, {
    headers: { ...form, ...headers },
    params: { path: "notes", key: "images/9/x/y.jpg" },
    body: "x=1",
  });

describe("a browser gets a page", () => {
  test.each([
    ["a form without its fields", 400, () => sendForm(logIn)],
    ["a form of another site", 403, () => sendForm(logOut, { "sec-fetch-site": "cross-site" })],
    ["a token that is none", 401, () => call(showSignIn, { as: "nobody", headers: browser })],
    ["a method that a page lacks", 405, () => sendForm(commentOnPage)],
    ["too large a form", 413, () => call(logIn, { headers: form, body: "x".repeat(20_000) })],
    ["a media file that does not exist", 404, () => sendForm({ ...readMediaFile } as Route)],
    [
      "an address that is none",
      404,
      () => call({ ...fallback, path: "/accounts/nothing/" }, { headers: browser }),
    ],
  ])("for %s: %i", async (_, status, send) => {
    const { headers, body, ...answer } = await send();
    expect(answer.status).toBe(status);
    expect(headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(headers["content-security-policy"]).toMatch(/^default-src 'none';/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(body).toMatch(/<h1>[^<]+<\/h1>/);
    expect(textIn(body)).toContain("Go to Test site");
    expect(body).toContain("noindex");
  });

  test("with the site's navigation and the headers of the refusal", async () => {
    await changeSite(async ({ settings }) => ({
      settings: { ...settings, navigation: [{ title: "About us", url: "/about/" }] },
    }));
    const { headers, body } = await call({ ...fallback, method: "PUT" as Method, path: "/notes/" } as Route, {
      headers: browser,
    });
    expect(body).toContain('<a href="/about/">About us</a>');
    expect(headers.allow).toBe("GET, POST, HEAD, OPTIONS");
  });
});

test.each([["*/*"], ["application/json"], ["text/*"], ["text/html;q=0, application/json"], [undefined]])(
  "who accepts %s gets JSON",
  async (accept) => {
    const headers = accept === undefined ? {} : { accept };
    const answer = await call({ ...fallback, path: "/accounts/nothing/" }, { headers });
    expect([answer.status, answer.headers["content-type"]]).toEqual([404, "application/json"]);
  },
);

test("the API answers browsers in JSON, too", async () => {
  const answer = await call({ ...fallback, path: "/api/nothing/" }, { headers: browser });
  expect([answer.status, answer.headers["content-type"]]).toEqual([404, "application/json"]);
});

describe("after a fault", () => {
  const fail = async (error: Error): Promise<APIGatewayProxyStructuredResultV2> => {
    const handler = endpoint({ ...readSitePage, errorPage }, () => {
      throw error;
    });
    const event = {
      rawPath: "/notes/",
      rawQueryString: "",
      headers: browser,
      pathParameters: { path: "notes" },
      requestContext: {
        requestId: "r-17",
        http: { method: "GET", sourceIp: "127.0.0.1" },
        domainName: "notes.example",
      },
    } as unknown as APIGatewayProxyEventV2;
    return (await handler(event, {
      awsRequestId: randomUUID(),
    } as Context)) as APIGatewayProxyStructuredResultV2;
  };

  test("the page has the request's id, and nothing of what went wrong, which the log has", async () => {
    using log = captureLog();
    const { statusCode, body = "" } = await fail(new Error("the secret of the table"));
    expect(statusCode).toBe(500);
    expect(textIn(body)).toContain("tell us this number: r-17");
    expect(body).not.toContain("secret");
    const error = expect.stringContaining("the secret of the table");
    expect(log.lines).toMatchObject([{ level: "error", request_id: "r-17", error }]);
  });

  test("a busy service says when to come back", async () => {
    const { statusCode, headers } = await fail(new Refusal("busy"));
    expect([statusCode, headers?.["retry-after"], headers?.["content-type"]]).toEqual([
      503,
      "1",
      "text/html; charset=utf-8",
    ]);
  });
});

import { describe, expect, test } from "vitest";
import { requestFrom } from "#lib/http/request.ts";
import { apiPath } from "#local/gateway/api-path.ts";
import { capturingGateway, eventOf, fakeRoute } from "#test/support/capture.ts";

const readVideo = fakeRoute({ id: "videos/read", path: "/api/videos/{id}/", params: ["id"] });
const createVideo = fakeRoute({ id: "videos/create", method: "POST", path: "/api/videos/" });
const routes = [readVideo, createVideo];

/** The event of a POST with a body of a content type. */
const posted = (contentType: string, body: string) =>
  eventOf(
    [
      "POST /api/videos HTTP/1.1",
      `Content-Type: ${contentType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
    ],
    body,
    {
      routes,
    },
  );

describe("a request becomes the event that API Gateway would send", () => {
  test("with everything that payload format 2.0 has, and nothing else", async () => {
    await using gateway = await capturingGateway({ routes });
    await fetch(`${gateway.url}/api/videos/7/?page=2`, {
      headers: { cookie: "sessionid=s", "user-agent": "reader" },
    });
    const host = new URL(gateway.url).host;
    expect(JSON.parse(JSON.stringify(gateway.events))).toEqual([
      {
        version: "2.0",
        routeKey: "GET /api/videos/{id}",
        rawPath: "/api/videos/7",
        rawQueryString: "page=2",
        cookies: ["sessionid=s"],
        headers: expect.objectContaining({
          host,
          "content-length": "0",
          "user-agent": "reader",
          "x-forwarded-for": "127.0.0.1",
          "x-forwarded-port": new URL(gateway.url).port,
          "x-forwarded-proto": "http",
        }),
        queryStringParameters: { page: "2" },
        requestContext: {
          accountId: "000000000000",
          apiId: "local",
          domainName: host,
          domainPrefix: "127",
          http: {
            method: "GET",
            path: "/api/videos/7",
            protocol: "HTTP/1.1",
            sourceIp: "127.0.0.1",
            userAgent: "reader",
          },
          requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          routeKey: "GET /api/videos/{id}",
          stage: "$default",
          time: expect.stringMatching(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/),
          timeEpoch: expect.any(Number),
        },
        pathParameters: { id: "7" },
        stageVariables: { apiAddress: gateway.url + apiPath },
        isBase64Encoded: false,
      },
    ]);
  });

  test("without the members that have nothing to say", async () => {
    const event = await eventOf(["GET / HTTP/1.1"]);
    expect(Object.keys(event)).toEqual([
      "version",
      "routeKey",
      "rawPath",
      "rawQueryString",
      "headers",
      "requestContext",
      "stageVariables",
      "isBase64Encoded",
    ]);
    expect(event.rawQueryString).toBe("");
  });

  test("whose time is the moment of arrival", async () => {
    const before = Date.now();
    const { requestContext } = await eventOf(["GET / HTTP/1.1"]);
    expect(requestContext.timeEpoch).toBeGreaterThanOrEqual(before);
    const [, day, time] = /^(.*?):(.*) \+0000$/.exec(requestContext.time) ?? [];
    expect(Date.parse(`${day?.replaceAll("/", " ")} ${time} UTC`)).toBe(
      Math.floor(requestContext.timeEpoch / 1000) * 1000,
    );
  });
});

describe("headers", () => {
  test.each([
    { name: "names are in lower case", sent: ["X-CSRFToken: t"], header: "x-csrftoken", value: "t" },
    {
      name: "repeated ones are joined by commas",
      sent: ["Accept: a", "accept: b;q=1"],
      header: "accept",
      value: "a,b;q=1",
    },
    {
      name: "even those that Node would keep the first of",
      sent: ["Authorization: a", "Authorization: b"],
      header: "authorization",
      value: "a,b",
    },
    {
      name: "the connection's own end at the gateway",
      sent: ["Keep-Alive: 5"],
      header: "keep-alive",
      value: undefined,
    },
    {
      name: "names may be those of object members",
      sent: ["constructor: c"],
      header: "constructor",
      value: "c",
    },
    { name: "even the most special one", sent: ["__proto__: p"], header: "__proto__", value: "p" },
    { name: "empty values stay", sent: ["X-Empty:"], header: "x-empty", value: "" },
    {
      name: "a client does not say how it came here",
      sent: ["X-Forwarded-Proto: https", "X-Forwarded-Port: 443"],
      header: "x-forwarded-proto",
      value: "http",
    },
    {
      name: "the address of the client follows those that proxies saw",
      sent: ["X-Forwarded-For: 192.0.2.1"],
      header: "x-forwarded-for",
      value: "192.0.2.1, 127.0.0.1",
    },
  ])("$name", async ({ sent, header, value }) => {
    const { headers } = await eventOf(["GET / HTTP/1.1", ...sent]);
    expect(headers[header]).toBe(value);
  });

  test("the scheme of a proxy in front counts where it may be believed", async () => {
    const { headers } = await eventOf(["GET / HTTP/1.1", "X-Forwarded-Proto: https"], "", {
      behindProxy: true,
    });
    expect(headers["x-forwarded-proto"]).toBe("https");
  });

  test.each([
    { name: "several in one header", sent: ["Cookie: a=1; b=2"], cookies: ["a=1", "b=2"] },
    { name: "several headers", sent: ["Cookie: a=1", "cookie: b=2"], cookies: ["a=1", "b=2"] },
    { name: "an equals sign in the value", sent: ["Cookie: a=1=2"], cookies: ["a=1=2"] },
    { name: "nothing between semicolons", sent: ["Cookie: ;a=1;;"], cookies: ["a=1"] },
    { name: "an empty header", sent: ["Cookie: "], cookies: undefined },
  ])("cookies are in `cookies` and not among the headers: $name", async ({ sent, cookies }) => {
    const event = await eventOf(["GET / HTTP/1.1", ...sent]);
    expect(event.cookies).toEqual(cookies);
    expect("cookie" in event.headers).toBe(false);
  });
});

describe("the path", () => {
  test.each([
    { name: "loses one trailing slash", target: "/api/videos/", path: "/api/videos" },
    { name: "keeps two slashes at its end", target: "/api/videos//", path: "/api/videos//" },
    { name: "stays / at the root", target: "/", path: "/" },
    { name: "may begin with two slashes", target: "//evil.test/x", path: "//evil.test/x" },
    { name: "is decoded", target: "/a%20b", path: "/a b" },
    { name: "keeps a plus", target: "/a+b", path: "/a+b" },
    { name: "is decoded once", target: "/a%2520b", path: "/a%20b" },
    { name: "has encoded slashes as slashes", target: "/a%2Fb", path: "/a/b" },
    { name: "keeps an encoded slash at its end", target: "/a%2F", path: "/a/" },
    { name: "may hold an encoded question mark", target: "/a%3Fb?c", path: "/a?b" },
    { name: "is Unicode", target: "/%E2%98%83/%F0%9F%8E%89", path: "/☃/🎉" },
    { name: "is not resolved", target: "/a/../b/./c", path: "/a/../b/./c" },
    { name: "may come in a whole URL", target: "http://example.test/a/?b=c", path: "/a" },
    { name: "of a URL without one is the root", target: "http://example.test?b=c", path: "/" },
  ])("$name", async ({ target, path }) => {
    const event = await eventOf([`GET ${target} HTTP/1.1`]);
    expect([event.rawPath, event.requestContext.http.path]).toEqual([path, path]);
  });

  test.each([
    { name: "decoded", target: "/api/videos/%C3%BC%20x", id: "ü x" },
    { name: "as they are when they are no integers", target: "/api/videos/abc", id: "abc" },
  ])("gives its parameters $name", async ({ target, id }) => {
    const event = await eventOf([`GET ${target} HTTP/1.1`], "", { routes });
    expect(event.pathParameters).toEqual({ id });
  });
});

describe("the query", () => {
  test.each([
    { name: "repeated parameters are joined by commas", query: "tag=a&tag=b", parameters: { tag: "a,b" } },
    {
      name: "the separate values stay in the raw query",
      query: "tag=a,b&tag=c",
      parameters: { tag: "a,b,c" },
    },
    { name: "values are decoded", query: "q=%C3%BC%2F%25&r=a+b", parameters: { q: "ü/%", r: "a b" } },
    { name: "names are decoded", query: "%C3%BC=1", parameters: { ü: "1" } },
    { name: "values may be missing", query: "a&b=", parameters: { a: "", b: "" } },
    { name: "malformed encoding stays", query: "q=%zz", parameters: { q: "%zz" } },
    { name: "question marks and slashes are ordinary", query: "q=?/", parameters: { q: "?/" } },
    {
      name: "names may be those of object members",
      query: "constructor=1&__proto__=2",
      parameters: undefined,
    },
  ])("$name", async ({ query, parameters }) => {
    const event = await eventOf([`GET /?${query} HTTP/1.1`]);
    expect(event.rawQueryString).toBe(query);
    const expected = parameters ?? JSON.parse('{"constructor": "1", "__proto__": "2"}');
    expect(Object.entries(event.queryStringParameters ?? {})).toEqual(Object.entries(expected));
  });

  test("an empty one is none", async () => {
    const event = await eventOf(["GET /? HTTP/1.1"]);
    expect(event.rawQueryString).toBe("");
    expect("queryStringParameters" in event).toBe(false);
  });
});

describe("the body", () => {
  test.each([
    "text/plain",
    "application/json",
    "Application/JSON;charset=utf-8",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=b",
    "image/svg+xml",
  ])("is base64, and its type in a header of ours, when it is %s", async (contentType) => {
    const event = await posted(contentType, '{"title": "Grüße ☃"}');
    expect(event.isBase64Encoded).toBe(true);
    expect(Buffer.from(event.body ?? "", "base64").toString()).toBe('{"title": "Grüße ☃"}');
    expect(event.headers["content-type"]).toBe("application/octet-stream");
    expect(requestFrom(event).headers["content-type"]).toBe(contentType);
  });

  test("has no type that its sender wrote into the header of ours", async () => {
    const event = await eventOf(
      ["POST / HTTP/1.1", "X-Viewer-Content-Type: text/html", "Content-Length: 2"],
      "hi",
    );
    expect(requestFrom(event).headers["content-type"]).toBeUndefined();
  });

  test("keeps every byte", async () => {
    await using gateway = await capturingGateway();
    const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256);
    await fetch(gateway.url, { method: "PUT", body: bytes });
    expect(Buffer.from(gateway.events[0]?.body ?? "", "base64").equals(bytes)).toBe(true);
  });

  test("has its length in the headers, chunked or not", async () => {
    const event = await eventOf(
      ["POST / HTTP/1.1", "Content-Type: text/plain", "Transfer-Encoding: chunked"],
      "3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n",
    );
    expect([event.body, event.headers["content-length"]]).toEqual([btoa("abcde"), "5"]);
    expect("transfer-encoding" in event.headers).toBe(false);
  });

  test("is absent when it is empty", async () => {
    const event = await posted("application/json", "");
    expect("body" in event).toBe(false);
    expect(event.isBase64Encoded).toBe(false);
  });

  test("may come with any method", async () => {
    const event = await eventOf(["GET / HTTP/1.1", "Content-Type: text/plain", "Content-Length: 2"], "hi");
    expect(event.body).toBe(btoa("hi"));
  });
});

describe("a request of a function to the API itself, which does not pass CloudFront", () => {
  test("has no route with a final slash", async () => {
    const asked = (path: string) => eventOf([`GET ${apiPath}${path} HTTP/1.1`], "", { routes });
    const { routeKey, rawPath } = await asked("/api/videos/7");
    expect([routeKey, rawPath]).toEqual(["GET /api/videos/{id}", "/api/videos/7"]);
    expect((await asked("/api/videos/7/")).routeKey).toBe("$default");
  });

  test("has a body of text for a text type, and of bytes for any other", async () => {
    const asked = (type: string) =>
      eventOf([`POST ${apiPath}/api/videos HTTP/1.1`, `Content-Type: ${type}`, "Content-Length: 4"], '"é"', {
        routes,
      });
    expect(await asked("application/json")).toMatchObject({ body: '"é"', isBase64Encoded: false });
    expect(await asked("image/png")).toMatchObject({ body: "IsOpIg==", isBase64Encoded: true });
  });
});

import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, test } from "vitest";
import { connect } from "#cli/publish/client.ts";
import { createPost, publishPost } from "#lib/routes/editor-posts.ts";
import { readEditorSite } from "#lib/routes/editor-site.ts";

const site = { name: "Notes", categories: [], rich_text_features: ["bold"] };

/** A service that answers as `listener` says, for the test's scope. */
const serving = async (listener: RequestListener) => {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
};

/** A service that gives these answers, one after another, the last one from then on. */
const answering = async (
  ...answers: { status: number; headers?: Record<string, string>; body?: unknown }[]
) => {
  let requests = 0;
  const service = await serving((_request, response) => {
    const { status, headers = {}, body } = answers[Math.min(requests++, answers.length - 1)]!;
    response.writeHead(status, headers).end(typeof body === "string" ? body : JSON.stringify(body));
  });
  return {
    ...service,
    get requests() {
      return requests;
    },
  };
};

const fast = { attempts: 3, firstWaitMs: 1 };

const connectTo = ({ url }: { readonly url: string }, retries = fast) =>
  connect({ url, token: "secret" }, retries);

describe("a request", () => {
  test("says who asks, what for, and on which revision", async () => {
    const heard: unknown[] = [];
    await using service = await serving((request, response) => {
      const { authorization, accept, "if-match": ifMatch } = request.headers;
      heard.push([request.method, request.url, authorization, accept, ifMatch]);
      response.writeHead(404).end("{}");
    });
    const asked = connectTo({ url: `${service.url}/mounted/` })(publishPost, {
      params: { id: 7 },
      ifMatch: 12,
    });
    await expect(asked).rejects.toMatchObject({ status: 404 });
    expect(heard).toEqual([
      ["POST", "/mounted/api/editor/posts/7/publish/", "Bearer secret", "application/json", '"12"'],
    ]);
  });

  test.each([429, 500, 502, 503, 504])("that is answered %i is sent again", async (status) => {
    await using service = await answering({ status, body: "later" }, { status: 200, body: site });
    expect(await connectTo(service)(readEditorSite)).toEqual(site);
    expect(service.requests).toBe(2);
  });

  test("whose connection breaks is sent again", async () => {
    let requests = 0;
    await using service = await serving((request, response) => {
      if (++requests < 3) request.socket.destroy();
      else response.end(JSON.stringify(site));
    });
    expect(await connectTo(service)(readEditorSite)).toEqual(site);
  });

  test("that is never answered is given up, and sent again", async () => {
    let requests = 0;
    await using service = await serving((_request, response) => {
      if (++requests > 1) response.end(JSON.stringify(site));
    });
    const impatient = connect({ url: service.url, token: "t" }, { ...fast, timeoutMs: 50 });
    expect(await impatient(readEditorSite)).toEqual(site);
  });

  test("is sent again no earlier than the service asks", async () => {
    const waits: unknown[] = [];
    await using service = await answering(
      { status: 503, headers: { "retry-after": "1" } },
      { status: 200, body: site },
    );
    const retries = { ...fast, onWait: (...wait: unknown[]) => waits.push(wait) };
    await connect({ url: service.url, token: "t" }, retries)(readEditorSite);
    expect(waits).toEqual([["the service answered 503", 1000]]);
  });

  test.each(["3600", "Fri, 31 Dec 9999 23:59:59 GMT"])(
    "is not sent again when the service asks to wait until %s",
    async (moment) => {
      await using service = await answering({ status: 429, headers: { "retry-after": moment }, body: {} });
      await expect(connectTo(service)(readEditorSite)).rejects.toMatchObject({ status: 429 });
      expect(service.requests).toBe(1);
    },
  );

  test.each([400, 401, 403, 404, 409, 413])("that is refused with %i is not sent again", async (status) => {
    await using service = await answering({ status, body: { code: "some_code", detail: "No." } });
    const refused = { status, code: "some_code", message: "No." };
    await expect(connectTo(service)(readEditorSite)).rejects.toMatchObject(refused);
    expect(service.requests).toBe(1);
  });
});

describe("a refusal", () => {
  test("names its problems by field", async () => {
    const errors = {
      "tags.1": [{ code: "blank", message: "Blank." }],
      slug: [{ code: "duplicate", message: "Taken." }],
    };
    await using service = await answering({ status: 400, body: { code: "validation_error", errors } });
    const body = { parent: { id: 3 }, title: "a", overview: [] };
    await expect(connectTo(service)(createPost, { body })).rejects.toMatchObject({
      problems: [
        { path: "tags.1", code: "blank", message: "Blank." },
        { path: "slug", code: "duplicate", message: "Taken." },
      ],
    });
  });

  test("that is the service's own fault names the request", async () => {
    const body = { code: "server_error", detail: "Something went wrong.", request_id: "r-1" };
    await using service = await answering({ status: 500, body });
    await expect(connectTo(service)(readEditorSite)).rejects.toThrow("Something went wrong. (request r-1)");
    expect(service.requests).toBe(3);
  });
});

describe("in one plain sentence it says", () => {
  test("that nobody answers", async () => {
    const { url } = await (async () => {
      await using service = await answering({ status: 200 });
      return service;
    })();
    await expect(connectTo({ url })(readEditorSite)).rejects.toThrow(
      /^http:\/\/127.0.0.1:\d+ cannot be reached \(connect ECONNREFUSED .*\); is the service running\?$/,
    );
  });

  test("that the service has another address, and follows no redirect", async () => {
    await using service = await answering({ status: 301, headers: { location: "https://notes.example/" } });
    await expect(connectTo(service)(readEditorSite)).rejects.toThrow(
      /redirects to https:\/\/notes.example\//,
    );
    expect(service.requests).toBe(1);
  });

  test.each([
    { name: "a web page", body: "<!doctype html>" },
    { name: "another API's answer", body: { items: [] } },
  ])("that $name is not Lectern's answer", async ({ body }) => {
    await using service = await answering({ status: 200, body });
    await expect(connectTo(service)(readEditorSite)).rejects.toThrow("does not answer as Lectern does");
  });

  test.each([
    { status: 404, body: "<!doctype html>" },
    { status: 405, body: { detail: 'Method "PATCH" not allowed.' } },
    { status: 415, body: { detail: 'Unsupported media type "application/json" in request.' } },
  ])("that a page which answers $status is not Lectern's API", async ({ status, body }) => {
    await using service = await answering({ status, body });
    await expect(connectTo(service)(readEditorSite)).rejects.toMatchObject({
      status,
      message: `${service.url} does not answer as Lectern does; is the address right?`,
    });
  });
});

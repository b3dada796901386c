// Proves contract rules: shared-pages.

import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { DynamoDBStreamEvent } from "aws-lambda";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { handler as renewFeeds } from "#functions/jobs/renew-feeds.ts";
import { clock } from "#lib/clock.ts";
import { openFiles } from "#lib/files/open-files.ts";
import { publishPost, updatePost } from "#lib/routes/editor-posts.ts";
import { listFacets } from "#lib/routes/facets.ts";
import { listPages, readLivePage } from "#lib/routes/pages.ts";
import { localCredentials } from "#lib/settings/aws.ts";
import { putItem } from "#lib/store/items.ts";
import { keys } from "#lib/store/table.ts";
import { tableStore } from "#lib/store/table-store.ts";
import { call } from "#test/support/call.ts";
import { useClock } from "#test/support/clock.ts";
import { copyingCache } from "#test/support/copying-cache.ts";
import { useFiles } from "#test/support/files.ts";
import { costOf } from "#test/support/metering.ts";
import { visit } from "#test/support/site-pages.ts";
import { createLivePost, useWorld } from "#test/support/world.ts";

const world = useWorld();
useFiles();
const advance = useClock();

const seconds = 60;

beforeEach(() => vi.stubEnv("SITE_SHARED_CACHE_SECONDS", String(seconds)));
afterEach(() => vi.unstubAllEnvs());

/** A post, and a function that gives it another title. */
const livePost = async () => {
  const { id, latest_revision_id } = await createLivePost(world.notes, { title: "Reeds" });
  const { body } = await call(readLivePage, { params: { id } });
  const rename = async (title: string) => {
    const draft = await call(updatePost, {
      as: "ada",
      params: { id },
      body: { base_revision_id: latest_revision_id, title },
    });
    expect(draft.status).toBe(200);
    expect((await call(publishPost, { as: "ada", params: { id } })).status).toBe(200);
  };
  return { id, rename, address: new URL(body.meta.html_url).pathname };
};

describe("pages that a cache in front may keep", () => {
  test("are asked for once in their time, however many strangers come, and cost nothing meanwhile", async () => {
    const cache = copyingCache(visit);
    const addresses = ["/", "/notes/", "/notes/?page=1", (await livePost()).address];
    const askAll = async () => {
      for (const address of addresses) expect((await cache.ask(address)).status).toBe(200);
    };
    await askAll();
    const cost = await costOf(async () => {
      for (let times = 1; times < 250; times++) await askAll();
    });
    expect([cache.passedOn, cost.requests]).toEqual([4, 0]);
    advance(seconds - 1);
    await askAll();
    expect(cache.passedOn).toBe(4);
    advance(1);
    await askAll();
    expect(cache.passedOn).toBe(8);
  });

  test("have a tag, are asked about by browsers each time, and are for nobody with credentials", async () => {
    const { headers } = await visit("/");
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      "cache-control": "public, max-age=0, s-maxage=60",
      vary: "Accept, Cookie, Authorization",
    });
    const again = await visit("/", { headers: { "if-none-match": headers.etag! } });
    expect([again.status, again.headers["cache-control"]]).toEqual([304, headers["cache-control"]]);
    const editor = await visit("/", { as: "ada" });
    expect(editor.headers["cache-control"]).toBe("private, no-store");
  });

  test("are those with 200: what is not there yet is looked for each time", async () => {
    const { status, headers } = await visit("/nowhere/");
    expect([status, headers["cache-control"]]).toEqual([404, "no-cache"]);
  });

  test("are not what programs read, who compare it with the list of changes", async () => {
    const { id } = await livePost();
    const answers = [
      await call(listPages),
      await call(readLivePage, { params: { id } }),
      await call(listFacets, { params: { id: world.notes } } as never),
    ];
    for (const { status, headers } of answers)
      expect([status, headers["cache-control"]]).toEqual([200, "public, no-cache"]);
  });
});

describe("after a change", () => {
  /** Takes the place of AWS's API: has the cache forget what CloudFront would. Gives what it was asked. */
  const useCloudFront = async (forget: () => void) => {
    const asked: string[] = [];
    const server = createServer(async (request, response) => {
      asked.push(`${request.method} ${request.url} ${await text(request)}`);
      forget();
      const body = `<Invalidation xmlns="http://cloudfront.amazonaws.com/doc/2020-05-31/"><Id>I1</Id></Invalidation>`;
      response.writeHead(201, { "content-type": "text/xml" }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    vi.stubEnv("AWS_ENDPOINT_URL_CLOUDFRONT", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    // An S3 server that has the files must take these, too.
    vi.stubEnv("AWS_ACCESS_KEY_ID", localCredentials.accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", localCredentials.secretAccessKey);
    vi.stubEnv("AWS_REGION", "us-east-1");
    vi.stubEnv("DISTRIBUTION_ID", "E1");
    return asked;
  };

  const changes = (...numbers: readonly string[]) =>
    ({
      Records: numbers.map((SequenceNumber) => ({ dynamodb: { SequenceNumber } })),
    }) as unknown as DynamoDBStreamEvent;

  test("the job has all copies forgotten, and the next stranger sees the change", async () => {
    const cache = copyingCache(visit);
    const { address, rename } = await livePost();
    await cache.ask(address);
    await rename("Rushes");
    expect((await cache.ask(address)).text).not.toContain("Rushes");
    const asked = await useCloudFront(cache.forgetAll);
    await renewFeeds();
    expect(asked).toEqual([]);
    await renewFeeds(changes("100", "101"));
    expect((await cache.ask(address)).text).toContain("Rushes");
    expect(asked).toEqual([
      expect.stringMatching(/^POST \/2020-05-31\/distribution\/E1\/invalidation .*<CallerReference>101</),
    ]);
    expect(asked[0]).toContain("<Quantity>1</Quantity><Items><Path>/*</Path></Items>");
  });

  test("all copies are forgotten, too, where feeds cannot be renewed; both are tried again", async () => {
    const asked = await useCloudFront(() => {});
    await livePost();
    const failing = vi.spyOn(await openFiles(), "list").mockImplementation(() => {
      throw new Error("the store is away");
    });
    vi.stubEnv("PUBLIC_ORIGIN", "https://notes.example");
    await expect(renewFeeds(changes("7"))).rejects.toThrow("the store is away");
    failing.mockRestore();
    expect(asked).toEqual([expect.stringContaining("<CallerReference>7<")]);
  });

  test("without the job the change is seen when the time is over, and by editors at once", async () => {
    const cache = copyingCache(visit);
    const { address, rename } = await livePost();
    await cache.ask(address);
    await rename("Sedges");
    expect((await cache.ask(address, { as: "ada" })).text).toContain("Sedges");
    advance(seconds);
    expect((await cache.ask(address)).text).toContain("Sedges");
  });

  test("a month has a thousand requests that cost nothing; then copies end with their time", async () => {
    const asked = await useCloudFront(() => {});
    vi.spyOn(clock, "now").mockReturnValue("2031-02-28T23:59:59.000Z");
    await tableStore().write(putItem(keys.invalidations("2031-02"), { requests: 999 }));
    await renewFeeds(changes("1"));
    await renewFeeds(changes("2"));
    await Promise.all(["3", "4"].map((number) => renewFeeds(changes(number))));
    expect(asked).toHaveLength(1);
    vi.spyOn(clock, "now").mockReturnValue("2031-03-01T00:00:00.000Z");
    await renewFeeds(changes("5"));
    expect(asked).toHaveLength(2);
  });
});

import { afterEach, beforeAll, expect, test } from "vitest";
import type { Catalog } from "#lib/catalog/catalog.ts";
import { besideLog } from "#lib/catalog/current/beside-log.ts";
import { currentCatalog } from "#lib/catalog/current/current-catalog.ts";
import { putListing } from "#lib/store/changes.ts";
import { commitDecision } from "#lib/store/commit.ts";
import { sdkClient } from "#lib/store/dynamo/sdk-client.ts";
import { setEnvironment } from "#local/environment.ts";
import { aroundCommands } from "#test/support/around-commands.ts";
import { commandsOf } from "#test/support/metering.ts";
import { useTable } from "#test/support/table.ts";
import { listingWith } from "./listings.ts";

useTable();

/** Otherwise questions to the log are sent without the SDK, whose client keeps the address of the engine. */
beforeAll(() => {
  sdkClient();
  setEnvironment({ DYNAMODB_ENDPOINT: "" });
});

let stop = (): void => {};

afterEach(() => stop());

/** A change that this process has not seen. */
const change = (version: number): Promise<void> => {
  const listing = listingWith({ id: 9, parentId: 1, version, title: `Version ${version}` });
  const told = { kind: "page", id: 9, version, listing } as const;
  return commitDecision(async () => ({ writes: [putListing(listing)], change: told, value: undefined }));
};

/** Holds the questions to the log until `answered` settles, also for who asks later. */
const holdLog = (answered: Promise<void>): void => {
  stop = aroundCommands(async (send, { operation }) => {
    if (operation === "Query") await answered;
    return send();
  });
};

const titleIn = (catalog: Catalog): string => catalog.listingById(9)?.title ?? "";

/** A read that notes for which titles it was begun. */
const notingRead =
  (begun: string[], wait: Promise<void> = Promise.resolve()) =>
  async (catalog: Catalog) => {
    const title = titleIn(catalog);
    begun.push(title);
    await wait;
    return title;
  };

test("a read begins before the log has answered, and is the value if nothing is new", async () => {
  await change(1);
  await currentCatalog();
  const answered = Promise.withResolvers<void>();
  holdLog(answered.promise);
  const begun: string[] = [];
  const result = besideLog(notingRead(begun), async (_, value) => value());
  await new Promise(setImmediate);
  expect(begun).toEqual(["Version 1"]);
  answered.resolve();
  expect(await result).toBe("Version 1");
  expect(begun).toEqual(["Version 1"]);
});

test("a read counts for nothing if the log has something new: it is made again", async () => {
  await change(2);
  const begun: string[] = [];
  const result = await besideLog(notingRead(begun), async (current, value) => [
    titleIn(current),
    await value(),
  ]);
  expect(result).toEqual(["Version 2", "Version 2"]);
  expect(begun).toEqual(["Version 1", "Version 2"]);
});

test("an early read that fails fails only for who asks for it, and only if nothing is new", async () => {
  const failing = (version: number) => async (catalog: Catalog) => {
    if (titleIn(catalog) === `Version ${version}`) throw new Error(`none of ${version}`);
    return titleIn(catalog);
  };
  await expect(besideLog(failing(2), async (_, value) => value())).rejects.toThrow("none of 2");
  expect(await besideLog(failing(2), async () => "known")).toBe("known");
  await change(3);
  expect(await besideLog(failing(2), async (_, value) => value())).toBe("Version 3");
});

test("an early read that finds the store ahead of the catalog is followed by another question", async () => {
  let reads = 0;
  const commands = await commandsOf(() =>
    besideLog(
      async () => (++reads === 1 ? undefined : "whole"),
      async (_, value) => expect(await value()).toBe("whole"),
    ),
  );
  expect(reads).toBe(2);
  expect(commands).toEqual(["Query", "Query"]);
});

test("nothing is read early where it is not needed, and nothing at all if nobody asks", async () => {
  const begun: string[] = [];
  const unneeded = () => false;
  expect(await besideLog(notingRead(begun), async () => "known", unneeded)).toBe("known");
  expect(begun).toEqual([]);
  expect(await besideLog(notingRead(begun), async (_, value) => value(), unneeded)).toBe("Version 3");
  expect(begun).toEqual(["Version 3"]);
});

test("work ends after its early read, also if the log cannot be asked", async () => {
  const ended = Promise.withResolvers<void>();
  const begun: string[] = [];
  let isOver = false;
  const over = () => {
    isOver = true;
  };
  const known = besideLog(notingRead(begun, ended.promise), async () => "known").finally(over);
  await currentCatalog();
  expect([begun, isOver]).toEqual([["Version 3"], false]);
  stop = aroundCommands(() => Promise.reject(new Error("no engine")));
  const failed = besideLog(notingRead(begun, ended.promise), async (_, value) => value()).finally(over);
  failed.catch(() => {});
  await expect(currentCatalog()).rejects.toThrow("no engine");
  expect(isOver).toBe(false);
  ended.resolve();
  expect(await known).toBe("known");
  await expect(failed).rejects.toThrow("no engine");
});

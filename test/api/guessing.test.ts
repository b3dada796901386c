// Proves contract rules: guessing.

import { beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { hashPassword } from "#lib/access/passwords.ts";
import { setPageProperties } from "#lib/actions/pages/set-page-properties.ts";
import { log } from "#lib/log.ts";
import { enterPassword, logIn } from "#lib/routes/accounts.ts";
import { readUserByName } from "#lib/store/listed-credentials.ts";
import { useAddresses } from "#test/support/addresses.ts";
import { call, type RouteAnswer } from "#test/support/call.ts";
import { captureLog } from "#test/support/captured-log.ts";
import { useClock } from "#test/support/clock.ts";
import { usePasswords, useWorld } from "#test/support/world.ts";

const world = useWorld();
usePasswords();
const from = useAddresses();
const pass = useClock();

const form = { "content-type": "application/x-www-form-urlencoded" };

let made = 0;

/** An address without earlier requests. */
const freshAddress = (): string => `198.51.100.${++made}`;

/** A name that no user has and nobody tried. */
const freshName = (): string => `nobody-${++made}`;

const attempt = (username: string, password: string, address: string): Promise<RouteAnswer> =>
  call(logIn, { body: { username, password }, headers: from(address) });

const wrong = (username: string, address: string) => attempt(username, "wrong", address);
const right = (address: string) => attempt("ada", "marsh-hen", address);

/** The statuses of attempts, one after the other. */
const statusesOf = async (count: number, work: () => Promise<RouteAnswer>): Promise<number[]> => {
  const statuses: number[] = [];
  for (let index = 0; index < count; index++) statuses.push((await work()).status);
  return statuses;
};

const fiveWrong = [403, 403, 403, 403, 403];

/** Ten wrong passwords, after which all other strangers have to wait. */
const pauseStrangers = async (username: string): Promise<void> => {
  for (let stranger = 0; stranger < 2; stranger++) {
    const address = freshAddress();
    expect(await statusesOf(5, () => wrong(username, address))).toEqual(fiveWrong);
  }
};

describe("guesses at an account from one address", () => {
  test("have to wait after the fifth wrong password, and the right one is not tried meanwhile", async () => {
    const address = freshAddress();
    expect(await statusesOf(5, () => wrong("ada", address))).toEqual(fiveWrong);
    const refused = await right(address);
    expect([refused.status, refused.body, refused.headers["retry-after"], refused.cookies]).toEqual([
      429,
      { code: "rate_limited", detail: "There were too many wrong passwords; try again in 15 seconds." },
      "15",
      [],
    ]);
    pass(15);
    expect((await right(address)).status).toBe(200);
  });

  test("have to wait twice as long each time, ten minutes at most, and not at all after an hour", async () => {
    const [name, address] = [freshName(), freshAddress()];
    await statusesOf(5, () => wrong(name, address));
    const waits: number[] = [];
    for (let round = 0; round < 8; round++) {
      const seconds = Number((await wrong(name, address)).headers["retry-after"]);
      waits.push(seconds);
      pass(seconds);
      expect((await wrong(name, address)).status).toBe(403);
    }
    expect(waits).toEqual([15, 30, 60, 120, 240, 480, 600, 600]);
    pass(3_600);
    expect(await statusesOf(5, () => wrong(name, address))).toEqual(fiveWrong);
  });

  test("are forgotten one by one, so that a mistake now and then never counts", async () => {
    const [name, address] = [freshName(), freshAddress()];
    for (let round = 0; round < 12; round++) {
      expect((await wrong(name, address)).status).toBe(403);
      pass(12 * 60);
    }
  });

  test("are counted before they are compared, so that many at once are not more", async () => {
    const [name, address] = [freshName(), freshAddress()];
    const answers = await Promise.all(Array.from({ length: 12 }, () => wrong(name, address)));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 403)).toHaveLength(5);
    expect(statuses.filter((status) => status !== 403 && status !== 429 && status !== 503)).toEqual([]);
  });

  test("are forgotten after the right one", async () => {
    const address = freshAddress();
    for (let round = 0; round < 3; round++) {
      expect(await statusesOf(4, () => wrong("ada", address))).toEqual([403, 403, 403, 403]);
      expect((await right(address)).status).toBe(200);
    }
  });

  test("tell nothing of whether there is such an account", async () => {
    const outcomes = await Promise.all(
      ["bo", "ex", freshName()].map(async (name) => {
        const address = freshAddress();
        const outcome: unknown[] = [];
        for (let round = 0; round < 6; round++) {
          const { status, body, headers } = await wrong(name, address);
          outcome.push([status, body, { ...headers, date: null }]);
        }
        return outcome;
      }),
    );
    expect(outcomes[0]).toHaveLength(6);
    expect(outcomes[1]).toEqual(outcomes[0]);
    expect(outcomes[2]).toEqual(outcomes[0]);
  });
});

describe("guesses at an account from many addresses", () => {
  test("make strangers wait, but no address that knew the password before", async () => {
    const [home, elsewhere] = [freshAddress(), freshAddress()];
    expect((await right(home)).status).toBe(200);
    await pauseStrangers("ada");
    const refused = await right(elsewhere);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "5"]);
    expect((await right(home)).status).toBe(200);
    pass(5);
    expect((await right(elsewhere)).status).toBe(200);
  });

  test("keep strangers waiting for a minute at most", async () => {
    const name = freshName();
    await pauseStrangers(name);
    const waits: number[] = [];
    for (let round = 0; round < 6; round++) {
      const seconds = Number((await wrong(name, freshAddress())).headers["retry-after"]);
      waits.push(seconds);
      pass(seconds);
      expect((await wrong(name, freshAddress())).status).toBe(403);
    }
    expect(waits).toEqual([5, 10, 20, 40, 60, 60]);
  });
});

test("an attacker at one address who never stops leaves the account to its owner", async () => {
  const [attacker, owner] = [freshAddress(), freshAddress()];
  let counted = 0;
  for (let seconds = 0; seconds < 1_800; seconds += 10) {
    if ((await wrong("ada", attacker)).status === 403) counted++;
    pass(10);
  }
  expect(counted).toBe(12);
  const answer = await right(owner);
  if (answer.status === 429) {
    const seconds = Number(answer.headers["retry-after"]);
    expect(seconds).toBeLessThanOrEqual(60);
    pass(seconds);
  }
  expect((await right(owner)).status).toBe(200);
});

describe("guesses from one address at many accounts", () => {
  test("have to wait after thirty, but not where the address knew the password before", async () => {
    const address = freshAddress();
    expect((await right(address)).status).toBe(200);
    const statuses = await statusesOf(30, () => wrong(freshName(), address));
    expect(new Set(statuses)).toEqual(new Set([403]));
    const refused = await wrong(freshName(), address);
    expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "15"]);
    expect((await right(address)).status).toBe(200);
    pass(15);
    expect((await wrong(freshName(), address)).status).toBe(403);
  });

  test("count for everybody in the same /64 of IPv6, and for no neighbour", async () => {
    const hosts = (network: string) => (index: number) => `${network}:${index.toString(16)}::1`;
    const host = hosts("2001:db8:0:7:8000");
    for (let index = 1; index <= 30; index++)
      expect((await wrong(freshName(), host(index))).status).toBe(403);
    expect((await wrong(freshName(), "2001:0DB8::7:0:0:0:1")).status).toBe(429);
    expect((await wrong(freshName(), "2001:db8:0:8::1")).status).toBe(403);
  });
});

describe("the address of a request", () => {
  test("is that of its connection, whatever it says of itself", async () => {
    const name = freshName();
    const headers = (index: number) => ({
      "x-forwarded-for": `203.0.113.${index}`,
      "x-viewer-address": `203.0.113.${index}`,
      "x-proxy-secret": "wrong",
    });
    const body = { username: name, password: "wrong" };
    let index = 0;
    const statuses = await statusesOf(6, () => call(logIn, { body, headers: headers(++index) }));
    expect(statuses).toEqual([...fiveWrong, 429]);
  });
});

describe("guesses at the password of a page", () => {
  const enter = (page: number, password: string, address: string) =>
    call(enterPassword, { body: { page, password }, headers: from(address) });

  beforeAll(async () => {
    const restriction = { type: "password", passwordHash: await hashPassword("reed") } as const;
    await setPageProperties(world.calls, { restriction });
  });

  test("have to wait after the fifth, and the right one is not tried meanwhile", async () => {
    const address = freshAddress();
    expect(await statusesOf(5, () => enter(world.calls, "wrong", address))).toEqual(fiveWrong);
    const refused = await enter(world.calls, "reed", address);
    expect([refused.status, refused.body.code, refused.headers["retry-after"]]).toEqual([
      429,
      "rate_limited",
      "15",
    ]);
    expect((await enter(world.notes, "wrong", address)).status).toBe(403);
    pass(15);
    expect((await enter(world.calls, "reed", address)).status).toBe(200);
  });

  test("are shown on a page to people, who can try again there", async () => {
    const address = freshAddress();
    await statusesOf(5, () => enter(world.calls, "wrong", address));
    const answer = await call(enterPassword, {
      headers: { ...form, ...from(address) },
      body: new URLSearchParams({ page: String(world.calls), password: "reed", next: "/calls/" }).toString(),
    });
    expect([answer.status, answer.headers["retry-after"], answer.headers["content-type"]]).toEqual([
      429,
      "15",
      "text/html; charset=utf-8",
    ]);
    expect(answer.body).toContain("try again in 15 seconds");
    expect(answer.body).toContain(`name="page" value="${world.calls}"`);
    expect(answer.body).toContain('name="next" value="/calls/"');
  });
});

test("a pause is shown on the sign-in form to people", async () => {
  const [name, address] = [freshName(), freshAddress()];
  await statusesOf(5, () => wrong(name, address));
  const answer = await call(logIn, {
    headers: { ...form, ...from(address) },
    body: new URLSearchParams({ username: name, password: "wrong", next: "/notes/" }).toString(),
  });
  expect([answer.status, answer.headers["retry-after"], answer.headers["content-type"]]).toEqual([
    429,
    "15",
    "text/html; charset=utf-8",
  ]);
  expect(answer.body).toContain("try again in 15 seconds");
  expect(answer.body).toContain('name="next" value="/notes/"');
  expect(answer.headers["cache-control"]).toBe("private, no-store");
});

test("whoever signs in leaves a line in the log, with the account and no address", async () => {
  const keep = vi.spyOn(log, "keep");
  const address = freshAddress();
  await right(address);
  expect(keep.mock.calls).toContainEqual([
    "info",
    {
      ...{ route: "accounts/login", request_id: expect.any(String), event: "signed in" },
      ...{ principal: (await readUserByName("ada"))!.id, address: expect.stringMatching(/^[\w-]{16}$/) },
    },
  ]);
  expect(JSON.stringify(keep.mock.calls)).not.toContain(address);
});

test("each wrong password leaves a line in the log, with the account if there is one, and no address", async () => {
  using log = captureLog();
  const [one, other] = [freshAddress(), freshAddress()];
  await wrong("ada", one);
  await wrong("hunter2-typed-as-a-name", one);
  await wrong("ada", other);
  expect(log.lines).toMatchObject([
    { level: "warning", route: "accounts/login", warning: "wrong password", account: "ada" },
    { warning: "wrong password", account: null },
    { warning: "wrong password", account: "ada" },
  ]);
  const [first, second, third] = log.lines.map(({ address }) => address);
  expect(first).toMatch(/^[\w-]{16}$/);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
  expect(JSON.stringify(log.lines)).not.toMatch(/198\.51\.100|hunter2/);
});

describe("where a deployment limits the passwords of everybody", () => {
  test("an address that has to wait uses up no turns of others, who have to wait when these are gone", async () => {
    onTestFinished(() => void vi.unstubAllEnvs());
    vi.stubEnv("DERIVATIONS_PER_SECOND", "1");
    const guesser = freshAddress();
    const name = freshName();
    expect(await statusesOf(5, () => wrong(name, guesser))).toEqual(fiveWrong);
    expect(new Set(await statusesOf(20, () => wrong(name, guesser)))).toEqual(new Set([429]));
    expect(await statusesOf(5, () => wrong(freshName(), freshAddress()))).toEqual(fiveWrong);
    const refused = await right(freshAddress());
    expect([refused.status, refused.body.detail]).toEqual([
      429,
      expect.stringMatching(
        /^There are too many of these requests from everybody; try again in \d+ seconds\.$/,
      ),
    ]);
    pass(Number(refused.headers["retry-after"]));
    expect((await right(freshAddress())).status).toBe(200);
  });
});

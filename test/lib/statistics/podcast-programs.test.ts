import crawlers from "crawler-user-agents";
import { describe, expect, test } from "vitest";
import list from "#lib/statistics/podcast-programs/list.json" with { type: "json" };
import { podcastProgramOf } from "#lib/statistics/podcast-programs/podcast-program.ts";
import { programOf } from "#lib/statistics/programs.ts";
import examples from "./podcast-program-examples.json" with { type: "json" };

const botLibraries = new Set(list.botLibraries);

const kindOf = { bots: "bot", apps: "app", libraries: "library", browsers: "browser" } as const;

describe.each(["bots", "apps", "libraries", "browsers"] as const)("of the list's %s", (group) => {
  const kind = kindOf[group];

  test("each has a pattern of its own, and the examples of each are found as it", () => {
    const given: Record<string, readonly string[]> = examples[group];
    const names = list[group].map(([name]) => name!);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(expect.arrayContaining(Object.keys(given)));
    const expected = Object.entries(given).flatMap(([name, some]) =>
      some.map((each) => [each, botLibraries.has(name) ? "bot" : kind, name]),
    );
    const found = expected.map(([each]) => {
      const program = podcastProgramOf(each!);
      return [each, program?.kind, program?.name];
    });
    expect(found).toEqual(expected);
  });

  test("all examples count for downloads, but for those of bots", () => {
    const given: Record<string, readonly string[]> = examples[group];
    const wrong = Object.entries(given).flatMap(([name, some]) =>
      some.filter((each) => programOf(each).isRobot !== (kind === "bot" || botLibraries.has(name))),
    );
    expect(wrong).toEqual([]);
  });
});

test("the first pattern that fits decides, of bots, apps, libraries and browsers in this order", () => {
  const groups = ["bots", "apps", "libraries", "browsers"] as const;
  const patterns = groups.flatMap((group) =>
    list[group].map(([name, pattern]) => ({ group, name: name!, pattern: new RegExp(pattern!) })),
  );
  const texts = [
    ...groups.flatMap((group) => Object.values(examples[group] as Record<string, string[]>).flat()),
    ...crawlers.flatMap(({ instances = [] }) => instances),
  ];
  for (const text of texts) {
    const first = patterns.find(({ pattern }) => pattern.test(text));
    const found = podcastProgramOf(text);
    if (first) expect([text, found?.name]).toEqual([text, first.name]);
    else expect([text, text.startsWith(found?.name ?? "")]).toEqual([text, true]);
  }
});

/** What a hostile client may send: what patterns look for, over and over, but for its end. */
const hostile = [
  ...["Mozilla/5.0 (", "Android ", "Mac OS X ", "iPhone", "CFNetwork", "AppleWebKit/", "a", " ", "1.", "\n"],
  ...["Mozilla/5.0 (iPhone; CPU OS 18_5 like Mac OS X) AppleWebKit/6 (KHTML, like Gecko) Mobile/"],
  ...list.bots
    .concat(list.apps, list.libraries, list.browsers)
    .map(([, pattern]) => pattern!.replaceAll(/\\[dswDSW.]|[\\^$.*+?()[\]{}|]/g, "")),
].filter((text) => text !== "");

test("an agent of any length, made of what patterns look for, takes a time that is bounded", () => {
  for (const [at, text] of hostile.entries()) {
    const started = process.cpuUsage();
    programOf(text.repeat(Math.ceil(20_000 / text.length)) + at);
    const { user, system } = process.cpuUsage(started);
    // Less than a millisecond each. Without the limit of what is read, the worst take half a second.
    expect([text, (user + system) / 1_000]).toEqual([text, expect.toSatisfy((ms: number) => ms < 250)]);
  }
});

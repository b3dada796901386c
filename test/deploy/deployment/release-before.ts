import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { recordedDeployment, releases } from "#test/releases/release.ts";
import { releaseBefore } from "#test/releases/release-before.ts";
import { lackingAfter, type RecordedDeployment, recordDeployment } from "../recorded-deployment.ts";
import { trial } from "./stages.ts";

const recorded = releases.filter((name) => existsSync(recordedDeployment(name)));
const recordOf = (name: string): RecordedDeployment =>
  JSON.parse(readFileSync(recordedDeployment(name), "utf8"));

/**
 * What functions of 0.2.0 lack after a deployment of today: they had all rights on the table, and presigned
 * requests for media. They have no versions, so a deployment replaces them, and there is no way back to them.
 */
const lackedBy020 =
  /^functions\/\S+ may no longer (dynamodb:\w+ on \S+|s3:GetObject on \S+\/(images|audios|videos)\/\*) where \[\]$/;

/**
 * What nobody asks functions for any more: CloudFront answers these addresses with the admin from the bucket,
 * whichever release of the functions is live.
 */
const answeredByAdmin =
  /^route \S+ \/cms\/(audios|images|pages|videos)\/\{id\}\/edit leads to undefined, |^functions\/admin\/(audios|images|pages|videos)\/edit\.handler is gone$/;

describe("functions of releases before (docs/upgrading.md#the-rule)", () => {
  const recordNow = (): RecordedDeployment => recordDeployment(trial);

  test.each(recorded)("of %s find the routes, triggers, roles and rights that they need", (name) => {
    const lacking = lackingAfter(recordOf(name), recordNow()).filter((each) => !answeredByAdmin.test(each));
    expect(name === "0.2.0" ? lacking.filter((each) => !lackedBy020.test(each)) : lacking).toEqual([]);
  });

  test("are recorded for the newest release", () => {
    const [newest] = releases.toSorted((one, other) => other.localeCompare(one, "en", { numeric: true }));
    expect(recorded).toContain(newest);
  });

  test("are those of the commit that test:lambda builds, once something is noted after a release", () => {
    const [unreleased = "", newest = ""] = readFileSync("CHANGELOG.md", "utf8").split(/^## /m).slice(1);
    expect(unreleased).toMatch(/^Unreleased\n/);
    if (unreleased.includes("\n- ")) expect(newest.split(" ")[0]).toBe(releaseBefore.version);
  });

  test("have what they need of today's in today's, and would lack what a release takes away", () => {
    const now = recordNow();
    expect(now.hasVersions).toBe(true);
    expect(lackingAfter(now, now)).toEqual([]);
    const [key, handler] = Object.entries(now.routes)[0]!;
    const { [key]: _, ...routes } = now.routes;
    expect(lackingAfter(now, { ...now, routes })).toEqual([
      `route ${key} leads to undefined, and not to ${handler}`,
    ]);
    const [trigger, ...triggers] = now.triggers;
    expect(lackingAfter(now, { ...now, triggers })).toEqual([`nothing calls ${trigger}`]);
    const job = "functions/jobs/publish-scheduled.handler";
    const { [job]: gone, ...functions } = now.functions;
    expect(lackingAfter(now, { ...now, functions })).toEqual([`${job} is gone`]);
    const renamed = { ...now.functions, [job]: { ...gone!, role: "AnotherRole" } };
    expect(lackingAfter(now, { ...now, functions: renamed })).toEqual([
      `${job} has no role any more, which was ${gone!.role}`,
    ]);
  });

  test("lack a right whose conditions are narrower, and none whose conditions are wider", () => {
    const now = recordNow();
    const withRight = (test: string, ...values: string[]): RecordedDeployment => ({
      ...now,
      functions: { f: { role: "r", rights: 0 } },
      rights: [
        [
          {
            actions: ["dynamodb:GetItem"],
            resources: ["table"],
            conditions: [{ test, variable: "dynamodb:LeadingKeys", values }],
          },
        ],
      ],
      routes: {},
      triggers: [],
    });
    const [like, notLike] = ["ForAllValues:StringLike", "ForAllValues:StringNotLike"];
    const lacking = (before: RecordedDeployment, after: RecordedDeployment) =>
      lackingAfter(before, after).length;
    expect(lacking(withRight(like, "A"), withRight(like, "A", "B"))).toBe(0);
    expect(lacking(withRight(like, "A", "B"), withRight(like, "A"))).toBe(1);
    expect(lacking(withRight(notLike, "A", "B"), withRight(notLike, "A"))).toBe(0);
    expect(lacking(withRight(notLike, "A"), withRight(notLike, "A", "B"))).toBe(1);
    const unconditional = {
      ...withRight(like),
      rights: [[{ actions: ["dynamodb:GetItem"], resources: ["table"] }]],
    };
    expect(lacking(unconditional, withRight(like, "A"))).toBe(1);
    expect(lacking(withRight(like, "A"), unconditional)).toBe(0);
  });
});

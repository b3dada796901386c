import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { fallback } from "#lib/routes/fallback.ts";
import { routes } from "#lib/routes/table.ts";
import { projectFolder } from "#release/synthesis/sst-platform.ts";
import type { Deployment } from "#release/synthesis/synthesize.ts";
import { functionOf, inputsOf } from "./resources.ts";
import { production, trial } from "./stages.ts";

describe("functions", () => {
  test("there is one for each route, one for the rest, one for each job, and no other", () => {
    const handlers = inputsOf(trial, "aws:lambda/function:Function").map(({ handler }) => handler);
    const jobs = [
      "publish-scheduled",
      "remove-leftover-files",
      "complete-media",
      "probe-media",
      "renew-feeds",
      "deliver-webhooks",
      "snapshot-catalog",
      "watch-site",
    ];
    const ids = [...routes.map(({ id }) => id), fallback.id, ...jobs.map((job) => `jobs/${job}`)];
    const expected = ids.map((id) => `functions/${id}.handler`);
    expect(handlers.sort()).toEqual(expected.sort());
  });

  test.each([...routes, fallback])("$id runs on Node 24 and arm64 within its limits", (route) => {
    expect(functionOf(route)).toMatchObject({
      runtime: "nodejs24.x",
      architectures: ["arm64"],
      timeout: route.limits.timeoutSeconds,
      memorySize: route.limits.memoryMb,
    });
  });

  test("functions have 1,024 MB, and more where they make images or read large bodies (decision 087)", () => {
    const larger = [...routes, fallback].filter(({ limits }) => limits.memoryMb !== 1_024);
    expect(larger.map(({ id, limits }) => `${id} ${limits.memoryMb}`).sort()).toEqual([
      "administration/manifest/apply 2048",
      "editor/media/upload-audio 2048",
      "editor/media/upload-image 2048",
      "editor/media/upload-video 2048",
      "videos/upload 2048",
    ]);
  });

  test("the image library is installed with those that make images, in the versions of the lock file, and no other package with any", () => {
    const { packages } = JSON.parse(readFileSync(path.join(projectFolder, "package-lock.json"), "utf8"));
    const parts = ["@img/colour", "@img/sharp-libvips-linux-arm64", "@img/sharp-linux-arm64"];
    const image = [...parts, "detect-libc", "semver", "sharp"].map((name) => [
      name,
      packages[`node_modules/${name}`].version,
    ]);
    const withPackages = Object.entries(trial.built).flatMap(([handler, { versions }]) =>
      Object.keys(versions).length > 0 ? [[handler, versions] as const] : [],
    );
    const makingImages = [
      "administration/manifest/apply",
      ...["editor/media/upload-image", "editor/media/upload-video", "videos/upload"],
      "jobs/complete-media",
    ];
    expect(Object.fromEntries(withPackages)).toEqual(
      Object.fromEntries(makingImages.map((id) => [`functions/${id}.handler`, Object.fromEntries(image)])),
    );
  });

  test("what is imported on demand is not loaded with a function", () => {
    expect(Object.values(trial.built).every(({ split }) => split)).toBe(true);
  });

  test("functions are minified modules, as the test of their bundles has them", () => {
    expect(Object.values(trial.built).every(({ minified, mapped }) => minified && mapped)).toBe(true);
  });

  test("API Gateway waits for every function that it calls to its end", () => {
    const timeouts = [...routes, fallback].map((route) => functionOf(route).timeout);
    expect(Math.max(...timeouts)).toBeLessThan(30);
  });

  test("logs are structured and kept for a month, those of jobs apart", () => {
    for (const { loggingConfig, handler } of inputsOf(trial, "aws:lambda/function:Function")) {
      const isJob = handler.startsWith("functions/jobs/") && !handler.includes("probe-media");
      const logGroup = `/lectern/trial/${isJob ? "jobs" : "requests"}`;
      expect(loggingConfig).toMatchObject({ logFormat: "JSON", logGroup });
    }
    for (const { retentionInDays } of inputsOf(trial, "aws:cloudwatch/logGroup:LogGroup"))
      expect(retentionInDays).toBe(30);
  });

  test("the site's settings reach every function, and nothing else of the deployer's environment", () => {
    const ofSomeOnly =
      /^(SST_.*|CATALOG_(AHEAD|BUILD_LIMIT)|DOWNLOAD_KEY_.*|PROBER_FUNCTION|DERIVATIONS_PER_SECOND|PUBLIC_ORIGIN|FEED_CACHE_SECONDS|(OTHER_)?PROXY_SECRETS?|ONLY_BY_PROXY)$/;
    for (const { environment } of inputsOf(production, "aws:lambda/function:Function")) {
      const own = Object.entries(environment.variables).filter(([name]) => !ofSomeOnly.test(name));
      expect(Object.fromEntries(own)).toEqual({
        TABLE_NAME: production.outputs.table,
        BUCKET_NAME: production.outputs.bucket,
        LOG_REQUESTS: "true",
        METRICS_NAMESPACE: "Lectern/production",
        TRUST_FORWARDED_HOST: "true",
        SITE_COMMENTS_ENABLED: "true",
        ADMIN_GLOBAL_EDIT_LOCK: "true",
      });
    }
  });

  test("search engines are to stay away from stages that are not for the public", () => {
    const told = (stage: Deployment) =>
      inputsOf(stage, "aws:lambda/function:Function").map(
        ({ environment }) => environment.variables.SITE_ROBOTS,
      );
    expect(new Set(told(trial))).toEqual(new Set(["none"]));
    expect(new Set(told(production))).toEqual(new Set([undefined]));
  });
});

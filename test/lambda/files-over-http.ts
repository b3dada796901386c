import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const root = path.join(import.meta.dirname, "../..");

/**
 * What a test file does to the process of its functions, and cannot do to a process of Lambda: it sets the
 * clock or a setting, replaces a module, makes a step fail, looks into logs or requests, or calls a job.
 */
const inProcess =
  /\bvi\.|process\.env|answerOf|useServedFiles|#functions\/|#local\/|support\/(clock|settings|faults|interleaving|around-commands|metering|rehearsals|capture|captured-log|functions|programs|copying-cache)\.ts/;

/** Files that cannot pass through a stage, and why. */
const leftOut: Readonly<Record<string, string>> = {
  "arbitrary-input.test.ts": "sends what no client of HTTP sends, such as bodies with GET",
  "base-url.test.ts":
    "says by headers that it came without encryption, which CloudFront and API Gateway replace",
  "last-superuser.test.ts": "has two requests begin at the same moment, which a network does not promise",
  "pages/kept-answers.test.ts": "names other hosts in its requests, which lead to other distributions",
  "pages/read-page.test.ts": "expects a site without comments, and those of the stage are on",
  "site/players.test.ts": "asks for paths with two dots, which clients of HTTP resolve",
};

/** The test files of the API that do all through requests, and tables that they fill. */
export const filesOverHttp = (): string[] =>
  readdirSync(path.join(root, "test/api"), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => !(file in leftOut))
    .map((file) => `test/api/${file}`)
    .filter((file) => {
      const text = readFileSync(path.join(root, file), "utf8");
      return /#test\/support\/(call|site-pages)\.ts/.test(text) && !inProcess.test(text);
    });

/**
 * Records what functions of a release need to find on AWS: `node test/releases/record-deployment.ts NAME`.
 * Later releases are compared with it (docs/upgrading.md#the-rule).
 */
import { writeFileSync } from "node:fs";
import { synthesize } from "#release/synthesis/synthesize.ts";
import { recordDeployment } from "#test/deploy/recorded-deployment.ts";
import { recordedDeployment } from "./release.ts";

const [name = ""] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(name)) throw new Error("Name the release, such as 0.3.0.");
const recorded = recordDeployment(await synthesize("trial", { DISPOSABLE_STAGE: "true" }));
writeFileSync(recordedDeployment(name), `${JSON.stringify(recorded)}\n`);

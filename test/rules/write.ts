import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#test/support/sources.ts";
import { proofs } from "./citations.ts";
import { contractRules } from "./contract-rules.ts";
import { rulesPage } from "./rules-page.ts";

writeFileSync(join(root, "docs/rules.md"), rulesPage(contractRules(), proofs()));

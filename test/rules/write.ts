import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "#test/support/sources.ts";
import { allTests } from "./marked-tests.ts";
import { rulesPage } from "./rules-page.ts";

writeFileSync(join(root, "docs/rules.md"), rulesPage(allTests()));

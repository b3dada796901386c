/** `npm run version`, after `npm version`: writes the version of package.json wherever else it is named. */
import { writeVersion } from "./versions.ts";

writeVersion();

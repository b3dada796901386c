/** A script of `npm version`, which has written package.json: writes the version wherever else it is named. */
import { writeVersion } from "./versions.ts";

writeVersion();

/** `npm run sbom > sbom.json`: a bill of materials of what npm installs. */
import { npmSbom, reproducibleSbom } from "./sbom.ts";

process.stdout.write(reproducibleSbom(await npmSbom()));

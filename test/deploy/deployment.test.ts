// Proves contract rules: gateway-answers, paused.
/**
 * What `sst deploy` would create, one part for each subject. They are one test file, because each test file
 * would synthesize the stages again, which takes almost all of the time. `-t routing` runs one part.
 */
import "./deployment/routing.ts";
import "./deployment/quotas.ts";
import "./deployment/functions.ts";
import "./deployment/table-rights.ts";
import "./deployment/bucket-rights.ts";
import "./deployment/trust.ts";
import "./deployment/prices.ts";
import "./deployment/jobs.ts";
import "./deployment/storage.ts";
import "./deployment/web.ts";
import "./deployment/admin.ts";
import "./deployment/viewer-request.ts";
import "./deployment/files.ts";
import "./deployment/watching.ts";
import "./deployment/pausing.ts";
import "./deployment/deployer.ts";
import "./deployment/release-before.ts";

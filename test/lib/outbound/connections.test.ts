import { expect, test } from "vitest";
import { type SourceFile, sourcesBelow } from "#test/support/sources.ts";

/** Every file that can open a connection, or start a program that can, and why it may. */
const openers: Readonly<Record<string, string>> = {
  // Guarded: addresses that others have chosen.
  "lib/outbound/guarded-fetch.ts": "checks each address and redirect when the connection is made",
  "lib/outbound/guarded-request.ts": "checks the address when the connection is made, follows no redirect",
  "lib/outbound/public-lookup.ts": "looks names up for these, and refuses what is internal",
  "lib/outbound/leads-inside.ts":
    "looks up the name of the service that the operator named, and asks nothing",
  "lib/outbound/internal-address.ts": "judges addresses",
  "lib/outbound/loopback.ts": "judges addresses",
  "cli/folder/media-files.ts": "files that a service named, by the guarded requests",
  // What the operator names, with no redirects.
  "cli/service-tools.ts": "the service that the operator named; redirects are not followed",
  "packages/client/src/send.ts": "the service that its program named, and redirects within its host",
  "packages/eleventy/src/index.ts": "addresses of previews that the builder named; no redirects",
  "lib/outbound/send-request.ts": "the service's own API; redirects are not followed",
  "layers/ffmpeg/download.ts": "a fixed address, or FFMPEG_URL; the content has to have a fixed digest",
  "stacks/domain/dns-reads.ts": "asks name servers for the records of the deployment's domain",
  "stacks/domain/aws-reads.ts": "AWS, as the operator",
  "cli/logs/stage-log.ts": "AWS, as the operator",
  "cli/pause/stage-of-aws.ts": "AWS, as the operator",
  "cli/release/stage-functions.ts": "AWS, as the operator",
  "cli/stage/parameters.ts": "AWS, as the operator",
  // The engine and the bucket that the operator named.
  "lib/store/dynamo/sdk-client.ts": "the engine",
  "lib/store/dynamo/signed-exchange.ts": "the engine",
  "local/table.ts": "the engine",
  "lib/store/invalidate-pages.ts": "CloudFront",
  "lib/store/invoke-function.ts": "Lambda",
  "lib/files/cloudfront.ts": "SSM, for the key that signs addresses",
  "lib/files/s3.ts": "the bucket",
  "lib/files/s3-parts.ts": "the bucket",
  "lib/files/stream-file.ts": "the bucket",
  "lib/probing/mp3-frames.ts": "the address of a file of the bucket, signed by the service; no redirects",
  "lib/timed-handler.ts": "times the connections of the AWS SDK",
  "lib/node-http.ts": "loads Node's clients for those above",
  "local/quick-imports.js": "loads Node's client for packages",
  // Servers.
  "local/gateway/http-server.ts": "listens",
  "local/gateway/listening.ts": "listens",
  "local/gateway/answer.ts": "names statuses",
  "lib/probing/with-served-file.ts": "listens on loopback, for ffmpeg",
  "lib/http/client-address.ts": "judges addresses of clients",
  "lib/settings/requests.ts": "judges addresses of proxies",
  "local/gateway/socket-client.ts": "judges addresses of clients",
  // Programs and libraries that could open something.
  "lib/richtext/reserved-ids.ts": "names what browsers call their ways to connect, as a list of words",
  "lib/probing/run-program.ts": "ffmpeg and ffprobe, with lists of protocols and formats",
  "lib/imaging/load-sharp.ts": "sharp, from memory only",
  "local/snapshots.ts": "Node, with a script of the project",
  "local/data-directory/process-identity.ts": "ps",
  "cli/lectern.js": "Node, with the command",
  "cli/version.ts": "Git, for the version of a checkout",
  "layers/ffmpeg/build.ts": "the programs that were downloaded",
  "packages/client/build.ts": "the compiler",
  "stacks/prober.ts": "the build of the layers",
  // In browsers: of the page's own host.
  "browser/admin/shell/refusals-in-language.ts": "the API, as the client asks it",
  "browser/filters/counts.ts": "a script of pages",
  "browser/player/transcript.ts": "a script of pages",
  "browser/search/suggestions.ts": "a script of pages",
  "lib/themes/script-texts.ts": "these scripts, built",
};

const modules =
  /^(node:(https?|http2|net|tls|dgram|dns|child_process|inspector|cluster)(\/.*)?|lib\/node-http\.ts|@aws-sdk\/.*|@smithy\/.*|undici|axios|got|ws|node-fetch|sharp)$/;
const words =
  /(?<![.#\w])fetch\(|= fetch\b|\bgetBuiltinModule\(|\b(WebSocket|EventSource|XMLHttpRequest|sendBeacon)\b/;

const opens = ({ code, imports }: SourceFile): boolean =>
  words.test(code) || imports.some(({ target, typeOnly }) => !typeOnly && modules.test(target));

const sources = sourcesBelow(
  ...["functions", "lib", "local", "cli", "stacks", "layers", "browser", "packages"],
).filter(({ path }) => !/\/dist\/|^browser\/admin\/built\/|^packages\/(bench|[^/]+\/test)\//.test(path));

test("every file that can open a connection is listed with its reason, and no other file is", () => {
  expect(sources.filter(opens).map(({ path }) => path)).toEqual(Object.keys(openers).sort());
});

import { mostCounted } from "./counted.ts";
import { assumed, estimateOf, priced, type Quantities, type SiteNumbers } from "./estimate.ts";
import { certain } from "./lectern.ts";
import measured from "./measured.json" with { type: "json" };
import { plans } from "./plans.ts";
import { priceList, prices, webFirewall } from "./prices.ts";
import { busiestTimesAverage, limits } from "./scale.ts";
import { estimateCells } from "./table.ts";

interface ExampleSite extends SiteNumbers {
  readonly name: string;
}

const sites: readonly ExampleSite[] = [
  { name: "A small blog", posts: 100, visits: 5_000, downloads: 0, mbPerEpisode: 0, publications: 4 },
  {
    name: "A podcast of 1,000 episodes",
    posts: 1_000,
    visits: 20_000,
    downloads: 50_000,
    mbPerEpisode: 40,
    publications: 8,
  },
  {
    name: "A busy magazine",
    posts: 10_000,
    visits: 1_000_000,
    downloads: 0,
    mbPerEpisode: 0,
    publications: 300,
  },
];

const idle: SiteNumbers = { posts: 0, visits: 0, downloads: 0, mbPerEpisode: 0, publications: 0 };

const number = (value: number): string => value.toLocaleString("en-US");

const markdownTable = ([head = [], ...rows]: readonly (readonly string[])[]): string => {
  const lines = [head, head.map((_, column) => (column < 2 ? "---" : "---:")), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
};

const commandOf = ({ posts, visits, downloads, mbPerEpisode, publications }: SiteNumbers): string =>
  [
    `npx lectern estimate --posts ${posts} --visits ${visits}`,
    ...(downloads > 0 ? [`--downloads ${downloads} --mb-per-episode ${mbPerEpisode}`] : []),
    `--publications ${publications}`,
  ].join(" ");

const chapterOf = (site: ExampleSite): string => {
  const { posts, visits, downloads, mbPerEpisode, publications } = site;
  const listened =
    downloads > 0 ? `, and ${number(downloads)} downloads of episodes of ${mbPerEpisode} MB` : "";
  return `## ${site.name}

${number(posts)} posts; in a month ${number(visits)} visits, ${number(publications)} publications${listened}.

    ${commandOf(site)}

${markdownTable(estimateCells(estimateOf(site)))}
`;
};

const dearestOf = (site: SiteNumbers): string => {
  const [dearest] = estimateOf(site).lines.toSorted((one, other) => other.cost - one.cost);
  return `${dearest?.service}: ${dearest?.what}`;
};

const totalsTable = (): string =>
  markdownTable([
    ["site", "what most of it is for", "dollars a month"],
    ["a site that nobody visits", dearestOf(idle), estimateOf(idle).total.toFixed(2)],
    ...sites.map((site) => [site.name.toLowerCase(), dearestOf(site), estimateOf(site).total.toFixed(2)]),
  ]);

const sourcesTable = (): string =>
  markdownTable([
    ["price", "source", "as of"],
    ...Object.values(prices).map(({ service, what, source, asOf }) => [`${service}: ${what}`, source, asOf]),
  ]);

const measuredTable = (): string =>
  markdownTable([
    ["request", "processor ms", "requests to DynamoDB", "read units", "bytes"],
    ...(
      [
        ["the page of a post", measured.post],
        ["the page of a blog", measured.list],
        ["a feed, from the bucket", measured.feed],
      ] as const
    ).map(([name, { cpuMs, requests, readUnits, bytes }]) => [
      name,
      ...[cpuMs, requests, readUnits, bytes].map(number),
    ]),
  ]);

const countedTable = (): string =>
  markdownTable([
    ["work", "processor ms", "requests to DynamoDB", "read units", "write units"],
    ...(
      [
        ["a new draft of 8 KB", mostCounted.create, measured.create],
        ["a save of it", mostCounted.update, measured.update],
        ["its publication", mostCounted.publication, measured.publication],
        ["a redirect to a file", mostCounted.redirectToFile, undefined],
        ["the jobs of a minute in which nothing is due", mostCounted.idleMinute, undefined],
      ] as const
    ).map(([name, { requests, readUnits, writeUnits }, time]) => [
      name,
      time ? number(time.cpuMs) : "–",
      ...[requests, readUnits, writeUnits].map((most) => `≤ ${most}`),
    ]),
  ]);

const plansTable = (): string =>
  markdownTable([
    ["plan", "`--plan-tier`", "dollars a month", "bytes to visitors", "requests"],
    ...plans.map(({ name, tier, dollars, gb, requests }) => [
      name,
      tier,
      number(dollars),
      `${number(gb)} GB`,
      number(requests),
    ]),
  ]);

/** What a flood costs in a day that asks, as fast as the limit of a stage lets it, for one thing. */
const floodTable = (): string => {
  const perDay = limits.stageRequests * 86_400;
  const nothing = Object.fromEntries(Object.keys(prices).map((name) => [name, 0])) as Quantities;
  const rows = (
    [
      ["the page of a post", measured.post],
      ["the page of a blog", measured.list],
    ] as const
  ).map(([name, { readUnits, bytes }]) => {
    // A day of a month whose free quantities are used up.
    const { lines, total } = priced({
      ...nothing,
      transfer: prices.transfer.free + (perDay * bytes) / 1_024 ** 3,
      viewerRequests: prices.viewerRequests.free + perDay,
      viewerFunctions: prices.viewerFunctions.free + perDay,
      apiRequests: perDay,
      functionCalls: prices.functionCalls.free + perDay,
      functionTime: prices.functionTime.free + perDay * assumedSecondsOfFlood,
      reads: perDay * readUnits,
      logs: prices.logs.free + (perDay * assumed.bytesLogged) / 1_024 ** 3,
    });
    const ofBytes = certain(lines.find(({ what }) => what === prices.transfer.what)).cost;
    const dollars = [total - ofBytes, ofBytes, total].map((cost) => cost.toFixed(0));
    return [name, number(perDay), ...dollars];
  });
  return markdownTable([
    ["each request for", "requests a day", "for requests", "for their bytes", "dollars a day"],
    ...rows,
  ]);
};

/** Warm functions: few starts are cold at such a rate. */
const assumedSecondsOfFlood = 0.02;

const percent = (share: number): string => `${share * 100} %`;

/** docs/cost.md. */
export const costPage = (): string => `# What a site costs

On AWS, in dollars a month, at list prices of ${priceList.region}, without taxes and without the offers of an
account's first year. **Prices change**, and other regions have others: [below](#where-the-prices-are-from) is where each is from,
and from when. This page is computed (\`npm run cost\`); no bill of AWS has been compared with it. For a site of your own:

    npx lectern estimate --posts 500 --visits 20000 --publications 12

${totalsTable()}

What is sent to visitors is what large sites pay for: episodes, then pictures. A zone in Route 53 costs $0.50 a month.
What is free is free once for each account: several sites in an account share it.

${sites.map(chapterOf).join("\n")}
## Flat-rate plans

CloudFront has plans with a price for a month and no more to pay for its bytes, requests and functions at the edge, whatever comes; a
firewall (WAF) and protection against floods are part of them. What is beyond a plan's allowance is answered more slowly, or AWS asks for
a larger plan. The other lines of an estimate remain. \`lectern estimate\` says which plan is enough, and what would then be paid
together. As of 2026-09-05:

${plansTable()}

A plan is the one thing that bounds what files can cost. A deployment does not subscribe to one: a subscription is a contract for a
month, and the version of Pulumi's provider that SST brings has no resource for it. AWS's command has:

    aws pricing-plan-manager create-subscription --region us-east-1 --plan-family CloudFront --plan-tier PRO \\
      --resource-arns DISTRIBUTION_ARN WEB_ACL_ARN

It needs exactly one distribution and one web ACL, which \`WAF_REQUESTS_PER_ADDRESS\` makes
([deploy.md](deploy.md#protection-from-floods)); while a plan lasts, CloudFront refuses to remove either. The command is from AWS's
documentation, and was not tried.

## What a flood costs

A stage lets ${limits.stageRequests} requests a second through (\`API_REQUESTS_PER_SECOND\`); API Gateway's limits are targets, not exact.
At that rate all day, beyond what is free:

${floodTable()}

Half the limit is half the cost. These are bounded by nothing but a pause, a firewall or a plan: **files**, at $${prices.transfer.dollars} per GB, because
CloudFront has no limit for its copies; requests that are refused, at $1.10 per million. \`ALARM_EMAIL\` also makes a
[budget](deploy.md#settings), which mails within some hours, and [\`lectern pause\`](operations.md#pausing-a-stage) ends it.

The firewall of \`WAF_REQUESTS_PER_ADDRESS\` costs $${webFirewall.dollars} a month (a web ACL $5, one rule $1) and $${webFirewall.perMillion.toFixed(2)} for a million requests, as of
${webFirewall.asOf}, and is off by default.

## Where scale ends

An estimate takes the busiest second as ${busiestTimesAverage} times the average of the month, and compares it with limits. What a setting or AWS raises, it
warns of; where the design ends, it prints no price, and exits with 1. [scale.md](scale.md) explains them:

| | limit | beyond it |
| --- | ---: | --- |
| requests a second to functions | ${number(limits.stageRequests)} | \`API_REQUESTS_PER_SECOND\` |
| the same, in an account and region | ${number(limits.gatewayRequests)} | AWS raises it |
| functions at a time | ${number(limits.functionsAtATime)}; ${limits.functionsOfNewAccount} in new accounts | AWS raises it |
| what CloudFront sends | ${limits.gigabits} Gbit/s, ${number(limits.viewerRequests)} requests a second | AWS raises it |
| downloads a day that the job counts | ${number(limits.countedDownloadsPerDay)} | Athena |
| reads a second that no cache answers | ${number(limits.logQueries)} | the end: caches, or a stage for each blog |
| saves and publications a second | ${number(limits.changes)} | the end: a stage for each blog |
| posts | ${number(limits.posts)} | the end: a stage for each blog |

## Where the prices are from

Each price has been compared with copies of AWS's price list and pages that others have published, which say on which day they read
them. AWS itself was not asked. The first word of a source is the offer of the price list, and the second one the usage type:

${sourcesTable()}

- CloudFront's prices are of visitors in the United States. Where it is dearest, the first 10 TB cost $0.12 per GB.
- What is free was confirmed in the same way: CloudFront's bytes and requests as of 2026-09-05, Lambda's calls and time and
  CloudWatch's logs as of 2026-08-11, DynamoDB's items as of 2026-09-06, the Scheduler's calls as of 2026-07-26. The free calls of
  functions at the edge are from a copy of CloudFront's page that has no date.
- CloudFront's and API Gateway's prices fall with quantity, which estimates know. The steps of CloudFront up to 500 TB are as of
  2026-06-15; its further steps, and that of API Gateway (above 300 million), are from copies of AWS's pages without a date. Those of
  Lambda, S3 and CloudWatch begin beyond the end of scale, or save less than a tenth, and are left out.
- The price of a zone in Route 53 is as of 2026-05-15. Queries for the site are free, because its records are aliases.

## What is measured

The benchmark ([performance.md](performance.md)) has the first table, and the milliseconds of the second, at 1,000 posts and one
client at a time:

${measuredTable()}

A test meters the rest of the second, and fails if one of them asks for more:

${countedTable()}

The test (\`test/api/cost.test.ts\`) meters some seventy kinds of requests in the same way, and
[requests.md](requests.md) has what each route asks of DynamoDB.

## What is assumed

- A visit reads ${assumed.postsPerVisit} posts and ${assumed.listsPerVisit} list of posts, with ${assumed.picturesPerVisit} pictures of ${assumed.kbPerPicture} KB. No page comes from a cache, though
  \`SITE_SHARED_CACHE_SECONDS\` could let it, and nothing is compressed: a real site costs less.
- For each visit, a feed is asked for once. Of these requests, ${percent(assumed.feedsThatAreNew)} get it; the others have it already.
  All of them reach the bucket, because CloudFront keeps a feed for two seconds only.
- A download takes ${assumed.requestsPerDownload} requests and the whole file. CloudFront answers ${percent(1 - assumed.redirectsThatReachFunctions)} of the redirects to files itself,
  and ${percent(1 - assumed.filesReadFromBucket)} of the requests for files.
- A function has ${number(assumed.functionMb)} MB, so ${number(assumed.functionMb)} ÷ ${number(assumed.mbOfWholeProcessor)} of a processor as fast as the benchmark's. It waits ${assumed.msPerDatabaseRequest} ms for each
  request to DynamoDB, and works ${assumed.cpuMsPerDatabaseRequest} ms for it: on the benchmark's machine the service sends none
  ([decision 131](decisions/131-what-is-the-table-of-one-machine.md)). Of its calls, ${percent(assumed.coldStarts)} are cold and
  take ${assumed.secondsOfColdStart} s more. A job takes ${assumed.msOfIdleJob} ms, a redirect to a file as long as the page of a post. Counting CloudFront's logs, four
  times a day where that is set, is left out.
- A publication is a new draft, ${assumed.savesPerPublication} saves and the publication, with ${assumed.writesOfFilesPerPublication} files.
- A post has ${assumed.mbOfPicturesPerPost} MB of pictures in all sizes, and ${assumed.kbInTablePerPost} KB in the table with its revisions. Each post is an
  episode, if episodes have megabytes.
- A call of a function writes ${number(assumed.bytesLogged)} bytes of logs. What it costs to keep them for a month is left out: AWS compresses them, and
  5 GB are free. Alarms and metrics are within the ten that are free ([operations.md](operations.md#alarms)).
`;

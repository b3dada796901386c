import type { RecordedRoute } from "./recording.ts";

/** Slower routes are easier to find at the head: those with the longest chain, then with most requests. */
const slowestFirst = (one: RecordedRoute, other: RecordedRoute): number =>
  other.cost.depth - one.cost.depth || other.cost.requests - one.cost.requests;

const row = ({ id, cost }: RecordedRoute): string =>
  `| ${[`\`${id}\``, cost.depth, cost.requests, cost.readUnits, cost.writeUnits].join(" | ")} |`;

/** The page about what each route asks of DynamoDB. */
export const requestsPage = (recorded: readonly RecordedRoute[]): string => `# What routes ask of DynamoDB

Counted by \`npm run examples\`; a test fails when a route asks for more or less than this table says, or is not in it.

The requests are those of the examples in the OpenAPI document (\`test/examples/scenario.ts\`), of a site with few and short posts.
Each is the only one at that time, and its process has answered others before. Reads are counted when they are sent a second time.
Large bodies, long lists, many media objects and concurrent changes cost more; \`test/api/cost.test.ts\` holds what they may cost.

- **one after another**: how many requests wait for one another. Requests that can be sent at once count as one; on AWS, each step is a
  round trip of some milliseconds.
- **units**: what DynamoDB charges. A read of up to 4 KB is one, a write of up to 1 KB in a transaction two.

| route | one after another | requests | read units | write units |
| --- | ---: | ---: | ---: | ---: |
${recorded.toSorted(slowestFirst).map(row).join("\n")}
`;

import { Agent as HttpAgent, request as requestOverHttp } from "node:http";
import { Agent as HttpsAgent, request as requestOverHttps } from "node:https";
import { clock } from "#lib/clock.ts";
import { config, type DynamodbAccess } from "#lib/config.ts";
import type { Item } from "./client.ts";
import { signedQueryHeaders } from "./query-signature.ts";

/** A silence of this length ends the attempt: the SDK's follow it, and their caller waits. */
const patienceMs = 1_000;

const transports = {
  "http:": { request: requestOverHttp, agent: new HttpAgent({ keepAlive: true }) },
  "https:": { request: requestOverHttps, agent: new HttpsAgent({ keepAlive: true }) },
};

/**
 * The items of a partition above a sort key, of texts and numbers only, read consistently in key order. Undefined where
 * this process cannot sign, when one answer does not hold all of them, and whenever anything goes wrong: the SDK is then
 * to be asked the same, because it knows what to do about it. At most one request.
 *
 * Every read begins with this one question to the change log, and most of what it costs is the SDK: 0.8 ms of CPU,
 * signed and sent by hand 0.3.
 */
export const signedQuery = async (pk: string, after: string): Promise<Item[] | undefined> => {
  const access = config.dynamodbAccess();
  if (!access) return undefined;
  const body = JSON.stringify({
    TableName: config.tableName(),
    ConsistentRead: true,
    KeyConditionExpression: "pk = :pk AND sk > :after",
    ExpressionAttributeValues: { ":pk": { S: pk }, ":after": { S: after } },
  });
  try {
    const answer: Answer = JSON.parse(await answerTo(access, body));
    return answer.LastEvaluatedKey ? undefined : answer.Items.map(plainItem);
  } catch {
    return undefined;
  }
};

/** What is looked at of an answer, in DynamoDB's own JSON. */
interface Answer {
  readonly Items: readonly Readonly<Record<string, { readonly S: string } | { readonly N: string }>>[];
  readonly LastEvaluatedKey?: object;
}

const plainItem = (item: Answer["Items"][number]): Item =>
  Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, "S" in value ? value.S : Number(value.N)]),
  );

/** The text of an answer with status 200; rejects otherwise. */
const answerTo = (access: DynamodbAccess, body: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const url = new URL(access.endpoint);
    const { request, agent } = transports[url.protocol as keyof typeof transports];
    const headers = signedQueryHeaders(access, body, clock.now());
    const sent = request(url, { method: "POST", agent, headers, timeout: patienceMs }, (response) => {
      if (response.statusCode !== 200) sent.destroy(new Error(`Status ${response.statusCode}`));
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve(text));
      response.on("error", reject);
    });
    sent.on("timeout", () => sent.destroy(new Error("Silence")));
    sent.on("error", reject);
    sent.end(body);
  });

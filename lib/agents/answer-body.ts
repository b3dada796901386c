import { INTERNAL_ERROR, INVALID_REQUEST } from "@modelcontextprotocol/server";
import {
  answerMessage,
  type Message,
  type MessageAnswer,
  refusedMessage,
  type ToolWork,
} from "./agent-server.ts";
import { maxResultCharacters } from "./call-tool.ts";

type OneMessage = Message["body"];

interface Body {
  readonly headers: Message["headers"];
  readonly body: OneMessage | readonly OneMessage[];
}

/** The only revision that has batches; clients that name none speak it. */
const revisionOfBatches = "2025-03-26";

/** Answers a message, or a batch by the list of its answers (contract#agent-protocol). */
export const answerBody = async ({ headers, body }: Body, work: ToolWork): Promise<MessageAnswer> => {
  if (!isBatch(body)) return answerMessage({ headers, body }, work);
  const revision = headers["mcp-protocol-version"] ?? revisionOfBatches;
  if (revision !== revisionOfBatches)
    return refusedBatch(`The revision ${revision} has no batches; send one message.`);
  if (body.some(({ method }) => method === "initialize"))
    return refusedBatch("`initialize` is no part of a batch; send it alone.");
  const answers: string[] = [];
  let characters = 0;
  // One after the other: each may be a write, and one request is not to ask for much at once.
  for (const message of body) {
    const isFull = characters > maxResultCharacters;
    const text = isFull ? notDone(message) : (await answerMessage({ headers, body: message }, work)).text;
    if (text === "") continue;
    answers.push(text);
    characters += text.length;
  }
  return answers.length === 0 ? { status: 202, text: "" } : { status: 200, text: `[${answers.join(",")}]` };
};

const isBatch = (body: Body["body"]): body is readonly OneMessage[] => Array.isArray(body);

const refusedBatch = (reason: string): MessageAnswer => ({
  status: 400,
  text: refusedMessage(undefined, INVALID_REQUEST, reason),
});

/** What a message gets for which the answer has no room; nothing for a notification. */
const notDone = (message: OneMessage): string =>
  message.id === undefined
    ? ""
    : refusedMessage(message, INTERNAL_ERROR, "Not done: the answers before it fill the batch.");

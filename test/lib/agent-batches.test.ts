// Proves contract rules: agent-protocol.

import { expect, test } from "vitest";
import { answerBody } from "#lib/agents/answer-body.ts";

const call = (id: number | undefined) => ({
  ...{ jsonrpc: "2.0", method: "tools/call", params: { name: "long", arguments: {} } },
  ...(id !== undefined && { id }),
});

test("what the answers before leave no room for is not done, and said to be", async () => {
  const done: number[] = [];
  const { text } = await answerBody(
    { headers: {}, body: [1, 2, 3, 4, undefined].map(call) },
    {
      list: async () => ({ tools: [] }),
      call: async () => {
        done.push(done.length + 1);
        return { content: [{ type: "text", text: "x".repeat(600_000) }] };
      },
    },
  );
  const answers = JSON.parse(text);
  expect(done).toEqual([1, 2]);
  expect(answers.map(({ id, error }: { id: number; error?: { code: number } }) => [id, error?.code])).toEqual(
    [
      [1, undefined],
      [2, undefined],
      [3, -32603],
      [4, -32603],
    ],
  );
});

import { afterAll } from "vitest";
import { isReading } from "#lib/database-meter.ts";
import { aroundCommands } from "#test/support/around-commands.ts";

/**
 * From now on, what was read once is asked again only after a write: it would take most of the time. Queries
 * without a limit are asked each time, because the table itself knows how far such a one has come.
 */
export const answerReadsFromMemory = (): void => {
  const answers = new Map<string, Promise<object>>();
  const stop = aroundCommands((send, { operation, input }) => {
    if (operation === "Scan" || (operation === "Query" && !("Limit" in input))) return send();
    if (!isReading(operation)) return send().finally(() => answers.clear());
    const question = `${operation} ${JSON.stringify(input)}`;
    const answer = answers.get(question) ?? send();
    answers.set(question, answer);
    return answer;
  });
  afterAll(stop);
};

/** Every minute, and when something is to be sent — send what is due to webhooks */
import { logJob } from "#lib/http/log.ts";
import { deliverWebhooks } from "#lib/webhooks/deliver-webhooks.ts";

/** Writes a log line when something was sent, or could not be sent. On AWS nobody asks it to end early. */
export const handler = async (signal?: unknown): Promise<void> => {
  const { problem, ...counts } = await deliverWebhooks(signal instanceof AbortSignal ? signal : undefined);
  if (counts.failed > 0) logJob("jobs/deliver-webhooks", { outcome: "failed", reason: problem, ...counts });
  else if (counts.delivered > 0) logJob("jobs/deliver-webhooks", { outcome: "delivered", ...counts });
};

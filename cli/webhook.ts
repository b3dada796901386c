import { queueTest, replayDelivery } from "#lib/actions/webhooks/queue-delivery.ts";
import type { Webhook } from "#lib/site/webhook.ts";
import { readWebhooks } from "#lib/store/webhooks.ts";
import { deliveriesOf } from "#lib/surfaces/webhooks/existing.ts";
import { deliveryView, webhookView } from "#lib/surfaces/webhooks/webhook-view.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments, storeOptions } from "./arguments.ts";
import { openStore } from "./open-store.ts";
import { aligned, printJson, printLines, type RunCommand } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const jsonOption = { ...storeOptions, json: { type: "boolean", default: false } } as const;

const deliveriesOptions = { ...jsonOption, limit: { type: "string", default: "100" } } as const;

const existing = async (name: string): Promise<Webhook> => {
  const found = (await readWebhooks()).find(({ webhook }) => webhook.name === name);
  if (!found) throw new PlainError(`There is no webhook ${name}.`);
  return found.webhook;
};

const positive = (what: string, written: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(written)) throw new UsageError(`${what} is not a positive number`);
  return Number(written);
};

/** `lectern webhook list`: prints the webhooks without their secrets. */
export const webhookList: RunCommand = async (args, context) => {
  const { json, ...choice } = parseArguments(args, jsonOption, []);
  await using _store = await openStore(choice, context);
  const webhooks = (await readWebhooks()).map(({ webhook }) => webhook);
  if (json) printJson(context.stdout, webhooks.map(webhookView));
  else {
    const rows = webhooks.map(({ name, url, active, problem }) => [
      name,
      active ? "active" : (problem ?? "inactive"),
      url,
    ]);
    printLines(context.stdout, aligned([["NAME", "STATE", "URL"], ...rows]));
  }
  return 0;
};

/** `lectern webhook test`: queues a call, which the service sends. */
export const webhookTest: RunCommand = async (args, context) => {
  const { NAME, ...choice } = parseArguments(args, storeOptions, ["NAME"]);
  await using _store = await openStore(choice, context);
  const { id } = await queueTest((await existing(NAME)).id);
  printLines(context.stdout, [`Queued a test as delivery ${id}.`]);
  return 0;
};

/** `lectern webhook deliveries`: prints what waits, in order, and then what is finished, newest first. */
export const webhookDeliveries: RunCommand = async (args, context) => {
  const { NAME, json, limit, ...choice } = parseArguments(args, deliveriesOptions, ["NAME"]);
  const count = positive("--limit", limit);
  await using _store = await openStore(choice, context);
  const { id } = await existing(NAME);
  const views = (await deliveriesOf(id, count)).map(deliveryView);
  if (json) printJson(context.stdout, views);
  else {
    const rows = views.map(({ id: delivery, state, type, tries, status, duration_ms, problem }) =>
      [delivery, state, type, tries, status, duration_ms, problem].map((value) => String(value ?? "-")),
    );
    const heads = ["ID", "STATE", "TYPE", "TRIES", "STATUS", "MS", "PROBLEM"];
    printLines(context.stdout, aligned([heads, ...rows]));
  }
  return 0;
};

/** `lectern webhook replay`: queues a delivery once more, or ends the pause of one that waits. */
export const webhookReplay: RunCommand = async (args, context) => {
  const { NAME, ID, ...choice } = parseArguments(args, storeOptions, ["NAME", "ID"]);
  const delivery = positive("ID", ID);
  await using _store = await openStore(choice, context);
  const { id } = await replayDelivery((await existing(NAME)).id, delivery);
  const done =
    id === delivery ? "It waits already, and is tried again now." : `Queued it once more as delivery ${id}.`;
  printLines(context.stdout, [done]);
  return 0;
};

import type { ListedWebhook, SiteAdministration } from "#cli/administration/site-administration.ts";
import { PlainError } from "#local/plain-error.ts";
import { parseArguments, siteOptions } from "./arguments.ts";
import { aligned, printJson, printLines, type RunAdministration } from "./output.ts";
import { UsageError } from "./usage-error.ts";

const jsonOption = { ...siteOptions, json: { type: "boolean", default: false } } as const;

const deliveriesOptions = { ...jsonOption, limit: { type: "string", default: "100" } } as const;

const existing = async (site: SiteAdministration, name: string): Promise<ListedWebhook> => {
  const found = (await site.webhooks()).find((webhook) => webhook.name === name);
  if (!found) throw new PlainError(`There is no webhook ${name}.`);
  return found;
};

const positive = (what: string, written: string): number => {
  if (!/^[1-9]\d{0,14}$/.test(written)) throw new UsageError(`${what} is not a positive number`);
  return Number(written);
};

/** `lectern webhook list`: prints the webhooks without their secrets. */
export const webhookList: RunAdministration = async (args, context) => {
  const { json, ...choice } = parseArguments(args, jsonOption, []);
  await using site = await context.openSite(choice, context);
  const webhooks = await site.webhooks();
  if (json) printJson(context.stdout, webhooks);
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
export const webhookTest: RunAdministration = async (args, context) => {
  const { NAME, ...choice } = parseArguments(args, siteOptions, ["NAME"]);
  await using site = await context.openSite(choice, context);
  const id = await site.testWebhook((await existing(site, NAME)).id);
  printLines(context.stdout, [`Queued a test as delivery ${id}.`]);
  return 0;
};

/** `lectern webhook deliveries`: prints what waits, in order, and then what is finished, newest first. */
export const webhookDeliveries: RunAdministration = async (args, context) => {
  const { NAME, json, limit, ...choice } = parseArguments(args, deliveriesOptions, ["NAME"]);
  const count = positive("--limit", limit);
  await using site = await context.openSite(choice, context);
  const { id } = await existing(site, NAME);
  const views = await site.deliveries(id, count);
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
export const webhookReplay: RunAdministration = async (args, context) => {
  const { NAME, ID, ...choice } = parseArguments(args, siteOptions, ["NAME", "ID"]);
  const delivery = positive("ID", ID);
  await using site = await context.openSite(choice, context);
  const id = await site.replayDelivery((await existing(site, NAME)).id, delivery);
  const done =
    id === delivery ? "It waits already, and is tried again now." : `Queued it once more as delivery ${id}.`;
  printLines(context.stdout, [done]);
  return 0;
};

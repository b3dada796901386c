import { Refusal } from "#lib/refusals/refusal.ts";
import type { Route } from "#lib/routes/route.ts";
import type { Request } from "./request.ts";

const answerable = new Set(["application/json", "application/*", "text/html", "text/*", "*/*"]);

/** Refuses formats that we do not have (contract#negotiation); pages and files ignore `Accept`. */
export const requireAcceptable = (
  { answerType, envelope }: Pick<Route, "answerType" | "envelope">,
  { query, headers }: Pick<Request, "query" | "headers">,
): void => {
  if (answerType.startsWith("text/html") || answerType === "application/octet-stream") return;
  const format = query.getAll("format").at(-1);
  if (format && format !== "json") throw new Refusal("not_found", envelope === "pages" ? { detail: "" } : {});
  if (format || !headers.accept || !answerType.startsWith("application/json")) return;
  const ranges = headers.accept
    .split(",")
    .map((range) => range.split(";").map((part) => part.trim().toLowerCase()));
  const accepted = ranges.some(
    ([type = "", ...parameters]) =>
      answerable.has(type) && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)),
  );
  if (!accepted) throw new Refusal("not_acceptable");
};

import { Refusal } from "#lib/refusals/refusal.ts";
import type { Route } from "#lib/routes/route.ts";
import type { Request } from "./request.ts";

const answerable = new Set(["application/json", "application/*", "text/html", "text/*", "*/*"]);

/** Refuses formats that we do not have (contract#negotiation). */
export const requireAcceptable = (
  { takesAnyAccept, answerType, envelope }: Pick<Route, "takesAnyAccept" | "answerType" | "envelope">,
  { query, headers }: Pick<Request, "query" | "headers">,
): void => {
  if (takesAnyAccept) return;
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

/**
 * The type that a caller likes best, by `?format=json` or `Accept`, the first of equals; undefined if it
 * takes none.
 */
export const acceptedType = <Type extends string>(
  types: readonly Type[],
  { query, headers }: Pick<Request, "query" | "headers">,
): Type | undefined => {
  const asked = query.getAll("format").at(-1) ? "application/json" : (headers.accept ?? "*/*");
  const ranges = asked.split(",").map((range) => {
    const [name = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    return { name, quality: Number(quality) || 0 };
  });
  const qualityOf = (type: Type): number => {
    const [family] = type.split("/");
    const closest = [type, `${family}/*`, "*/*"].find((name) => ranges.some((range) => range.name === name));
    return ranges.find(({ name }) => name === closest)?.quality ?? 0;
  };
  const liked = types
    .map((type) => ({ type, quality: qualityOf(type) }))
    .filter(({ quality }) => quality > 0);
  return liked.toSorted((one, other) => other.quality - one.quality)[0]?.type;
};

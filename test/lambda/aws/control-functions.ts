import type { PublishedFunctions } from "../functions/published.ts";
import type { AwsRequest } from "./options.ts";

/** An answer of Lambda in JSON; undefined where it has nothing of that name. */
type Answer = object | undefined;

interface Order {
  readonly name: string;
  /** What follows the name in the path, such as `aliases/live`. */
  readonly rest: string;
  /** Of a version. */
  readonly qualifier: string;
  readonly body: string;
}

interface Control {
  readonly action: string;
  readonly answer: (published: PublishedFunctions, order: Order) => Answer;
}

/** By method and the first part of {@link Order.rest}. */
const controls: Readonly<Record<string, Control>> = {
  "GET aliases": {
    action: "lambda:GetAlias",
    answer: (published, { name, rest }) => {
      const Name = rest.split("/")[1]!;
      const alias = published.find(name)?.aliases.get(Name);
      return alias && { Name, FunctionVersion: alias.version, Description: alias.description };
    },
  },
  "PUT aliases": {
    action: "lambda:UpdateAlias",
    answer: (published, { name, rest, body }) => {
      const { FunctionVersion, Description } = JSON.parse(body);
      const alias = { version: FunctionVersion, description: Description };
      return published.move(name, rest.split("/")[1]!, alias) ? { FunctionVersion } : undefined;
    },
  },
  "GET ": {
    action: "lambda:GetFunction",
    answer: (published, { name, qualifier }) =>
      published.find(name)?.versions.has(qualifier) ? { Configuration: { Version: qualifier } } : undefined,
  },
};

const orderOf = ({ method, url, body }: Pick<AwsRequest, "method" | "url" | "body">) => {
  const { pathname, searchParams } = new URL(url, "https://lambda");
  const [, name = "", rest = ""] = /^\/2015-03-31\/functions\/([^/]+)\/?(.*)$/.exec(pathname) ?? [];
  const control = controls[`${method} ${rest.split("/")[0]}`];
  if (!control) throw new Error(`This stand-in of Lambda does not know ${method} ${pathname}.`);
  const qualifier = searchParams.get("Qualifier") ?? "";
  return { control, order: { name: decodeURIComponent(name), rest, qualifier, body: String(body) } };
};

/**
 * What a request about functions asks of IAM, and its answer. Source: AWS, "Lambda API reference". Rights are
 * about the function, also where a request names a version or an alias.
 */
export const controlFunctions = (request: Pick<AwsRequest, "method" | "url" | "body">) => {
  const { control, order } = orderOf(request);
  return {
    asked: { action: control.action, resource: `arn:aws:lambda:::${order.name}` },
    answer: (published: PublishedFunctions): Answer => control.answer(published, order),
  };
};

import type { OutgoingHttpHeaders } from "node:http";
import { localCredentials } from "#lib/settings/aws.ts";
import type { TableOperation } from "#lib/store/dynamo/signed-exchange.ts";
import { askedOfTable } from "#test/support/asked-of-table.ts";
import { functionBehind, nameIn, resourceInputs, resourcesOf } from "../deployed.ts";
import { askedOfFiles } from "./asked-of-files.ts";
import { controlFunctions } from "./control-functions.ts";
import { forward } from "./forward.ts";
import type { AwsRequest } from "./options.ts";
import { signedForStore } from "./signature.ts";

type Service = (request: AwsRequest) => Promise<void>;

const answerJson = (
  { response }: AwsRequest,
  status: number,
  body: unknown,
  headers: OutgoingHttpHeaders = {},
) => {
  response.writeHead(status, { "content-type": "application/x-amz-json-1.0", ...headers });
  response.end(typeof body === "string" ? body : JSON.stringify(body));
};

/** As DynamoDB, SSM and Lambda word it. */
const refuseInJson = (request: AwsRequest, status = 400) =>
  answerJson(
    request,
    status,
    {
      __type: "com.amazon.coral.service#AccessDeniedException",
      Message: `User: ${request.session.role} is not authorized to perform this action`,
    },
    { "x-amzn-errortype": "AccessDeniedException" },
  );

const askTable: Service = async (request) => {
  const { headers, body, options, may, response } = request;
  const operation = String(headers["x-amz-target"]).split(".")[1] as TableOperation;
  const resource = `arn:aws:dynamodb:::${inputsNameOfTable(request)}`;
  const asked = askedOfTable(operation, JSON.parse(String(body))).map(({ action, ...context }) => ({
    action,
    resource,
    context,
  }));
  if (!may(...asked)) return refuseInJson(request);
  await forward({ ...request, headers, endpoint: options.tableEndpoint, path: "/" }, response);
};

const inputsNameOfTable = ({ options: { deployment } }: AwsRequest): string =>
  resourcesOf(deployment, "aws:dynamodb/table:Table")[0]!.name;

const askFiles: Service = async (request) => {
  const { method, url, headers, body, options, may, response } = request;
  const [path = "", rawQuery = ""] = url.split("?");
  const query = new URLSearchParams(rawQuery);
  const source = headers["x-amz-copy-source"];
  const key = decodeURIComponent(path.slice(1));
  const isDeletion = method === "POST" && query.has("delete");
  const bucketArn = `arn:aws:s3:::${resourcesOf(options.deployment, "aws:s3/bucket:Bucket")[0]!.name}`;
  const asked = askedOfFiles(bucketArn, {
    ...{ method, key, query },
    copied: source === undefined ? undefined : decodeURIComponent(String(source)).replace(/^\/?[^/]+\//, ""),
    deleted: isDeletion ? [...String(body).matchAll(/<Key>(.*?)<\/Key>/g)].map(([, each]) => each!) : [],
  });
  if (!may(...asked)) {
    response.writeHead(403, { "content-type": "application/xml" });
    response.end("<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>");
    return;
  }
  const { endpoint } = options.files;
  const bucket = options.files.bucket();
  // The signature of this request ends here.
  const onward = rawQuery
    .split("&")
    .filter(
      (pair) =>
        !/^X-Amz-(Algorithm|Credential|Date|Expires|SignedHeaders|Signature|Security-Token|Content-Sha256)=/.test(
          pair,
        ),
    )
    .join("&");
  const { authorization, "x-amz-security-token": _, "transfer-encoding": __, connection, ...kept } = headers;
  const own = {
    ...kept,
    host: new URL(endpoint).host,
    ...(source !== undefined && {
      "x-amz-copy-source": String(source).replace(/^\/?[^/]+\//, `${bucket}/`),
    }),
    ...(body.length > 0 && { "content-length": String(body.length) }),
  };
  const target = `/${bucket}${path === "/" ? "" : path}${onward && `?${onward}`}`;
  const signed = signedForStore({ method, url: target, headers: own }, localCredentials);
  await forward({ endpoint, method, path: target, headers: signed, body }, response);
};

const askFunctions: Service = async (request) => {
  const [, called] = /\/functions\/([^/]+)\/invocations/.exec(request.url) ?? [];
  if (called !== undefined) return invoke(called, request);
  const { asked, answer } = controlFunctions(request);
  if (!request.may(asked)) return refuseInJson(request, 403);
  const answered = answer(request.options.published);
  if (answered) return answerJson(request, 200, answered);
  answerJson(request, 404, { Message: "not found" }, { "x-amzn-errortype": "ResourceNotFoundException" });
};

const invoke = async (called: string, request: AwsRequest): Promise<void> => {
  const { body, headers, options, may } = request;
  const name = decodeURIComponent(called);
  const resource = name.startsWith("arn:") ? name : `arn:aws:lambda:::${name}`;
  if (!may({ action: "lambda:InvokeFunction", resource })) return refuseInJson(request, 403);
  const target = functionBehind(name);
  const event = JSON.parse(String(body) || "{}");
  if (headers["x-amz-invocation-type"] === "Event") {
    void options.functions().invoke(target, event);
    return answerJson(request, 202, "");
  }
  const { failure, text } = await options.functions().invoke(target, event);
  answerJson(request, 200, text, failure ? { "x-amz-function-error": "Unhandled" } : {});
};

const askParameters: Service = async (request) => {
  const { headers, body, options, may } = request;
  const [, operation = ""] = String(headers["x-amz-target"]).split(".");
  const { Name, Value } = JSON.parse(String(body));
  const found = resourcesOf(options.deployment, "aws:ssm/parameter:Parameter").find(
    ({ inputs }) => inputs.name === Name,
  );
  const resource = `arn:aws:ssm:::${found?.name ?? Name}`;
  if (!may({ action: `ssm:${operation}`, resource })) return refuseInJson(request);
  if (operation === "PutParameter") {
    options.parameters.set(Name, Value);
    return answerJson(request, 200, { Version: 1, Tier: "Standard" });
  }
  if (operation !== "GetParameter") throw new Error(`This stand-in of SSM does not know ${operation}.`);
  // The synthesis wraps values that Pulumi keeps secret.
  const value = found ? (found.inputs.value.value ?? found.inputs.value) : options.parameters.get(Name);
  if (value === undefined) return answerJson(request, 400, { __type: "ParameterNotFound", message: Name });
  answerJson(request, 200, { Parameter: { Name, Type: found?.inputs.type ?? "String", Value: value } });
};

const invalidate: Service = async (request) => {
  const { url, options, may, response } = request;
  const [, distribution = ""] = /\/distribution\/([^/]+)\/invalidation/.exec(url) ?? [];
  resourceInputs(options.deployment, "aws:cloudfront/distribution:Distribution", nameIn(distribution));
  const resource = `arn:aws:cloudfront:::${nameIn(distribution)}`;
  if (!may({ action: "cloudfront:CreateInvalidation", resource })) {
    response.writeHead(403, { "content-type": "text/xml" });
    response.end("<ErrorResponse><Error><Code>AccessDenied</Code></Error></ErrorResponse>");
    return;
  }
  response.writeHead(201, { "content-type": "text/xml" });
  response.end("<Invalidation><Id>I1</Id><Status>InProgress</Status></Invalidation>");
};

/** By the first part of the endpoint's name. */
export const endpoints: Readonly<Record<string, Service>> = {
  dynamodb: askTable,
  s3: askFiles,
  lambda: askFunctions,
  ssm: askParameters,
  cloudfront: invalidate,
};

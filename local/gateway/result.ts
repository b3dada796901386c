import type { GatewayAnswer } from "./answer.ts";
import { gatewayLimits } from "./limits.ts";

/** A function's result that claims to be a response; its members are not checked yet. */
interface ResponseResult {
  readonly statusCode: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly cookies?: readonly string[];
  readonly body?: unknown;
  readonly isBase64Encoded?: boolean;
}

/**
 * Makes the answer from a function's result (payload format 2.0). A result without `statusCode` is the body
 * itself. Throws where API Gateway answers 500: an invalid status, a body that is not a string, more than 6
 * MB. Functions that know this gateway may send the bytes of a string.
 */
export const answerFromResult = (result: unknown): GatewayAnswer =>
  isResponse(result)
    ? {
        status: acceptedStatus(result.statusCode),
        headers: answerHeaders(result),
        cookies: result.cookies ?? [],
        body: result.isBase64Encoded
          ? Buffer.from(acceptedBody(result.body).toString(), "base64")
          : acceptedBody(result.body),
      }
    : {
        status: 200,
        headers: { "content-type": "application/json" },
        cookies: [],
        body: acceptedBody(typeof result === "string" ? result : (JSON.stringify(result) ?? "null")),
      };

const isResponse = (result: unknown): result is ResponseResult =>
  typeof result === "object" && result !== null && "statusCode" in result;

const acceptedStatus = (status: unknown): number => {
  if (typeof status === "number" && Number.isInteger(status) && status >= 200 && status <= 599) return status;
  throw new Error(`The function answered with the status ${String(status)}.`);
};

const acceptedBody = (body: unknown): string | Buffer => {
  if (body === undefined || body === null) return "";
  if (typeof body !== "string" && !(body instanceof Buffer))
    throw new Error("The function answered with a body that is not a string.");
  // A unit of the length has at most three bytes, so most bodies need not be measured.
  if (body.length * 3 > gatewayLimits.lambdaBytes && Buffer.byteLength(body) > gatewayLimits.lambdaBytes) {
    throw new Error("The function answered with more than Lambda's 6 MB.");
  }
  return body;
};

const ownHeaders = new Set(["connection", "content-length", "keep-alive", "transfer-encoding"]);

const answerHeaders = ({ headers = {}, body }: ResponseResult): Record<string, string> => {
  const kept: Record<string, string> = body ? { "content-type": "text/plain;charset=UTF-8" } : {};
  for (const [name, value] of Object.entries(headers)) {
    const key = name.toLowerCase();
    if (value !== undefined && value !== null && !ownHeaders.has(key)) kept[key] = String(value);
  }
  return kept;
};

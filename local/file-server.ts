import type { IncomingMessage, ServerResponse } from "node:http";
import type { Files } from "#lib/store/files.ts";
import { type FilePermit, verifySignedUrl } from "#lib/store/files-signature.ts";
import { fileAnswer } from "#local/file-server/file-answer.ts";
import { type Answer, gatewayAnswers } from "#local/gateway/answer.ts";
import { notFound } from "#local/gateway/refusal.ts";

/** The path below which the presigned requests of the disk file store are answered. */
export const filesPath = "/_files";

/** The disk file store, and the key that signs its addresses. */
export interface ServedFiles {
  readonly files: Files;
  readonly signingKey: Uint8Array;
}

/** What S3 is on AWS: it answers presigned requests, and those that a function sends there. */
export interface FileServer {
  /** True of a request's target that is answered here. */
  readonly isAddressed: (target: string) => boolean;
  /**
   * The answer to a presigned request: the file, or one range of its bytes, as the request's conditions will have it; or,
   * to a PUT, that a body of exactly the type and the size that were agreed is stored. Everything else is 403. Files
   * pass through in pieces. No answer when the client has gone.
   */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<Answer | undefined>;
  /** The answer with the file to which a function's answer redirects; the function's own when it does not lead here. */
  readonly follow: (given: Answer, request: IncomingMessage) => Promise<Answer>;
}

/** The server of these files. */
export const fileServer = ({ files, signingKey }: ServedFiles): FileServer => {
  // Of the address, verifying looks at the path alone.
  const signing = { address: `http://gateway${filesPath}`, signingKey };
  return {
    isAddressed: (target) => target.startsWith(`${filesPath}/`),
    answer: async (request, response) => {
      const permit = verifySignedUrl(request.method, request.url ?? "", signing);
      if (permit?.method === "PUT") return receive(files, permit, request, response);
      return permit ? answerWith(files, permit, request) : gatewayAnswers.forbidden;
    },
    follow: async (given, request) => {
      const target = given.status === 302 ? given.headers.location : undefined;
      const permit = target && verifySignedUrl(request.method, target, signing);
      return permit ? answerWith(files, permit, request) : given;
    },
  };
};

const answerWith = async (files: Files, permit: FilePermit, request: IncomingMessage): Promise<Answer> => {
  const file = await files.head(permit.key);
  if (!file) return notFound();
  const { status, headers, part } = fileAnswer(request, file, permit);
  if (part === "none") return { status, headers, cookies: [], body: "" };
  const content = await files.get(permit.key, part === "whole" ? undefined : part);
  return content ? { status, headers, cookies: [], body: content.body } : notFound();
};

const receive = async (
  files: Files,
  { key, contentType = "", sizeBytes }: FilePermit,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<Answer | undefined> => {
  const { headers } = request;
  const isAsAgreed =
    headers["content-type"] === contentType && headers["content-length"] === String(sizeBytes);
  if (!isAsAgreed) return gatewayAnswers.forbidden;
  if (headers.expect) response.writeContinue();
  const written = await files.put(key, request, contentType).catch((error) => {
    if (request.complete) throw error;
    return undefined;
  });
  return written && { status: 200, headers: { etag: written.etag }, cookies: [], body: "" };
};

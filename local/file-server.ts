import type { IncomingMessage, ServerResponse } from "node:http";
import type { DiskFiles } from "#lib/files/disk.ts";
import type { PartReceipt } from "#lib/files/disk-parts.ts";
import type { FileBody, Files } from "#lib/files/files.ts";
import { checksumHeader, checksumInHeader } from "#lib/files/part-checksum.ts";
import { type FilePermit, verifySignedUrl } from "#lib/files/signature.ts";
import { preflightHeaders } from "#lib/http/cross-origin.ts";
import { logError } from "#lib/log.ts";
import { filesPath } from "#lib/media/file-delivery.ts";
import { isStorageFull } from "#lib/refusals/engine-fault.ts";
import { answerWithFile } from "#local/file-server/answer-with-file.ts";
import type { FileRequest } from "#local/file-server/file-answer.ts";
import { type GatewayAnswer, gatewayAnswers } from "#local/gateway/answer.ts";
import { notFound, storageFull } from "#local/gateway/refusal.ts";

export interface ServedFiles {
  readonly files: DiskFiles;
  readonly signingKey: Uint8Array;
}

/** Takes the place of S3: answers presigned requests, and functions' redirects to files. */
export interface FileServer {
  /** True if the request's target is a file. */
  readonly isAddressed: (target: string) => boolean;
  /**
   * Answers a presigned request. GET sends the file or one range of it, and heeds conditions. PUT stores a
   * body of exactly the agreed type and size, or a part of exactly the agreed size and checksum. Other
   * requests get 403; a part with another content 400, of no open upload 404; 507 if the disk is full.
   * Undefined if the client has gone.
   */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<GatewayAnswer | undefined>;
  /** Follows a function's redirect to a file, and answers with the file; other answers stay. */
  readonly follow: (given: GatewayAnswer, request: IncomingMessage) => Promise<GatewayAnswer>;
}

export const fileServer = ({ files, signingKey }: ServedFiles): FileServer => {
  // Verification uses only the address's path.
  const signing = { address: `http://gateway${filesPath}`, signingKey };
  return {
    isAddressed: (target) => target.startsWith(`${filesPath}/`),
    answer: async (request, response) => {
      const preflight = preflightHeaders(request, "GET, HEAD, PUT");
      if (preflight) return { status: 204, headers: preflight, cookies: [], body: "" };
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

const answerWith = async (files: Files, permit: FilePermit, request: FileRequest): Promise<GatewayAnswer> =>
  (await answerWithFile(files, permit.key, permit, request)) ?? notFound();

const receive = async (
  files: DiskFiles,
  permit: FilePermit,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<GatewayAnswer | undefined> => {
  if (!isAsAgreed(permit, request)) return gatewayAnswers.forbidden;
  if (request.headers.expect) response.writeContinue();
  try {
    // If the body cannot be stored, the connection stays open, so that the sender gets the answer.
    return await store(files, permit, request.iterator({ destroyOnReturn: false }));
  } catch (error) {
    if (request.socket.destroyed) return undefined;
    if (!isStorageFull(error)) throw error;
    logError(error);
    return storageFull();
  }
};

/** True if the headers are those that were signed: a checksum for a part, a type for a whole file. */
const isAsAgreed = ({ contentType, sizeBytes, sha256 }: FilePermit, { headers }: IncomingMessage): boolean =>
  headers["content-length"] === String(sizeBytes) &&
  (sha256 === undefined
    ? headers["content-type"] === contentType
    : headers[checksumHeader] === checksumInHeader({ sha256 }));

const store = async (files: DiskFiles, permit: FilePermit, body: FileBody): Promise<GatewayAnswer> => {
  const { key, contentType = "", sizeBytes = 0, uploadId, partNumber = 0, sha256 } = permit;
  if (uploadId === undefined || sha256 === undefined) {
    const { etag } = await files.put(key, body, contentType);
    return { status: 200, headers: { etag }, cookies: [], body: "" };
  }
  const part = { number: partNumber, sizeBytes, sha256 };
  return answersToParts[await files.uploads.receive({ key, uploadId }, part, body)];
};

const answersToParts: Readonly<Record<PartReceipt, GatewayAnswer>> = {
  stored: { status: 200, headers: {}, cookies: [], body: "" },
  mismatch: gatewayAnswers.badRequest,
  "no upload": notFound(),
};

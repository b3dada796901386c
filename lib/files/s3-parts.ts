import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
  ListPartsCommand,
  type ListPartsCommandOutput,
  type Part,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { certain } from "#lib/certain.ts";
import { isFileKey } from "./file-key.ts";
import type { FilePart, FileUpload, FileUploads } from "./file-uploads.ts";
import { checksumHeader, checksumInHeader } from "./part-checksum.ts";

/** Uploads as S3's multipart uploads with SHA-256 checksums. One request per call, and per 1000 parts. */
export const s3Uploads = (client: S3Client, Bucket: string): FileUploads => {
  const at = ({ key, uploadId }: FileUpload) => ({ Bucket, Key: key, UploadId: uploadId });
  const partsOf = async (upload: FileUpload): Promise<Part[] | undefined> => {
    const parts: Part[] = [];
    let page: ListPartsCommandOutput | undefined;
    do {
      // The SDK's own paging would not end, because the last page has a marker too.
      const command = new ListPartsCommand({ ...at(upload), PartNumberMarker: page?.NextPartNumberMarker });
      page = await client.send(command).catch(undefinedIf("NoSuchUpload"));
      if (!page) return undefined;
      parts.push(...(page.Parts ?? []));
    } while (page.IsTruncated);
    return parts;
  };

  return {
    begin: async (key, { contentType }) => {
      const command = new CreateMultipartUploadCommand({
        Bucket,
        Key: key,
        ContentType: contentType,
        ChecksumAlgorithm: "SHA256",
      });
      const { UploadId } = await client.send(command);
      // biome-ignore lint/style/noNonNullAssertion: S3 says it in each answer of this kind, and its types do not
      return { key, uploadId: UploadId! };
    },

    presignPart: async (upload, part, expiresSeconds) => {
      const command = new UploadPartCommand({
        ...at(upload),
        PartNumber: part.number,
        ContentLength: part.sizeBytes,
        ChecksumSHA256: checksumInHeader(part),
      });
      const url = await getSignedUrl(client, command, {
        expiresIn: expiresSeconds,
        signableHeaders: new Set(["host", "content-length", checksumHeader]),
        // S3 compares the checksum with the body only if it is a header, not in the query.
        unhoistableHeaders: new Set([checksumHeader]),
      });
      return { method: "PUT", url, headers: { [checksumHeader]: checksumInHeader(part) } };
    },

    parts: async (upload) => (await partsOf(upload))?.map(filePart),

    complete: async (upload, parts) => {
      const arrived = new Map((await partsOf(upload))?.map((part) => [part.PartNumber, part]));
      const found = parts.map(({ number }) => arrived.get(number));
      if (!found.every((part, index) => part && isSame(filePart(part), certain(parts[index])))) return false;
      const Parts = found.map((part) => ({
        PartNumber: part?.PartNumber,
        ETag: part?.ETag,
        ChecksumSHA256: part?.ChecksumSHA256,
      }));
      const command = new CompleteMultipartUploadCommand({ ...at(upload), MultipartUpload: { Parts } });
      const answer = await client.send(command).catch(undefinedIf("NoSuchUpload", "InvalidPart"));
      return answer !== undefined;
    },

    abort: async (upload) => {
      await client.send(new AbortMultipartUploadCommand(at(upload))).catch(undefinedIf("NoSuchUpload"));
    },

    list: async function* () {
      let last: ListMultipartUploadsCommandOutput | undefined;
      do {
        const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = last ?? {};
        last = await client.send(new ListMultipartUploadsCommand({ Bucket, KeyMarker, UploadIdMarker }));
        for (const { Key = "", UploadId, Initiated } of last.Uploads ?? []) {
          // biome-ignore lint/style/noNonNullAssertion: S3 says it in each answer of this kind, and its types do not
          if (isFileKey(Key)) yield { key: Key, uploadId: UploadId!, startedAt: Initiated! };
        }
      } while (last.IsTruncated);
    },
  };
};

const filePart = ({ PartNumber, Size, ChecksumSHA256 = "" }: Part): FilePart => ({
  // biome-ignore lint/style/noNonNullAssertion: S3 says it in each answer of this kind, and its types do not
  number: PartNumber!,
  // biome-ignore lint/style/noNonNullAssertion: S3 says it in each answer of this kind, and its types do not
  sizeBytes: Size!,
  sha256: Buffer.from(ChecksumSHA256, "base64").toString("hex"),
});

const isSame = (one: FilePart, other: FilePart): boolean =>
  one.sizeBytes === other.sizeBytes && one.sha256 === other.sha256;

/** Parts may be replaced, and uploads end, at any moment. */
const undefinedIf =
  (...names: readonly string[]) =>
  (error: unknown): undefined => {
    if (!(error instanceof S3ServiceException && names.includes(error.name))) throw error;
  };

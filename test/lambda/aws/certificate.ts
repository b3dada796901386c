import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";

export interface Certificate {
  readonly key: string;
  readonly certificate: string;
  /** What functions trust. */
  readonly file: string;
}

/** A certificate for AWS's names in a region and for this machine, which signs itself, made by `openssl`. */
export const makeCertificate = async (folder: string, region: string): Promise<void> => {
  const { keyFile, file } = filesIn(folder);
  const names = [
    `*.${region}.amazonaws.com`,
    `*.s3.${region}.amazonaws.com`,
    `*.execute-api.${region}.amazonaws.com`,
    "cloudfront.amazonaws.com",
  ].map((name) => `DNS:${name}`);
  const config = path.join(folder, "certificate.cnf");
  await writeFile(
    config,
    [
      ...["[req]", "distinguished_name = subject", "x509_extensions = own", "prompt = no"],
      ...["[subject]", "CN = AWS for tests", "[own]", "basicConstraints = critical, CA:TRUE"],
      `subjectAltName = IP:127.0.0.1, ${names.join(", ")}`,
    ].join("\n"),
  );
  const made = ["-newkey", "rsa:2048", "-nodes", "-days", "2", "-config", config];
  await promisify(execFile)("openssl", ["req", "-x509", ...made, "-keyout", keyFile, "-out", file]);
};

const filesIn = (folder: string) => ({
  keyFile: path.join(folder, "aws.key"),
  file: path.join(folder, "aws.pem"),
});

/** What {@link makeCertificate} has made. */
export const readCertificate = async (folder: string): Promise<Certificate> => {
  const { keyFile, file } = filesIn(folder);
  return { key: await readFile(keyFile, "utf8"), certificate: await readFile(file, "utf8"), file };
};

/** The fields of CloudFront's standard logs, in the documented order. */
const fields =
  "date time x-edge-location sc-bytes c-ip cs-method cs(Host) cs-uri-stem sc-status cs(Referer) cs(User-Agent) " +
  "cs-uri-query cs(Cookie) x-edge-result-type x-edge-request-id x-host-header cs-protocol cs-bytes time-taken " +
  "x-forwarded-for ssl-protocol ssl-cipher x-edge-response-result-type cs-protocol-version fle-status " +
  "fle-encrypted-fields c-port time-to-first-byte x-edge-detailed-result-type sc-content-type sc-content-len " +
  "sc-range-start sc-range-end";

/** A log of CloudFront with these lines; what they leave out is `-`. */
export const cloudFrontLog = (lines: readonly Readonly<Record<string, string>>[]): string =>
  [
    "#Version: 1.0",
    `#Fields: ${fields}`,
    ...lines.map((line) =>
      fields
        .split(" ")
        .map((name) => line[name] ?? "-")
        .join("\t"),
    ),
    "",
  ].join("\n");

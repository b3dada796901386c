/** A request that anybody may send until it expires, with exactly these headers among its own. */
export interface PresignedRequest {
  readonly method: "GET" | "HEAD" | "PUT";
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

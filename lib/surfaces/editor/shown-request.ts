import type { Method } from "#lib/routes/route.ts";

interface ShownRequest {
  readonly method: Method;
  readonly url: string;
  readonly header?: string;
  readonly body?: object;
}

/**
 * A request to the API as people paste it into a shell, with a place for their token. Nothing in it may be
 * from somebody else, because a quote would end what the shell takes as text.
 */
export const shownRequest = ({ method, url, header, body }: ShownRequest): string => {
  const headers = ["Authorization: Bearer TOKEN", ...(header === undefined ? [] : [header])];
  const start = `curl -X ${method} ${headers.map((each) => `-H '${each}'`).join(" ")}`;
  if (body !== undefined)
    return `${start} -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(body)}' '${url}'`;
  return header === undefined ? `${start} '${url}'` : `${start} \\\n  '${url}'`;
};

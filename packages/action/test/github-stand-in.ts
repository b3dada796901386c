import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll } from "vitest";
import { keyPair, signedToken } from "../../../test/support/stand-in-issuer.ts";

interface StoredComment {
  readonly id: number;
  body: string;
  readonly html_url: string;
  readonly user: { readonly login: string };
}

export const githubKey = keyPair("github");

/** Who the token of a job is, for GitHub. */
export const robot = "github-actions[bot]";

/** Stands in for what the action asks of GitHub: comments, trees of commits, and tokens of jobs. */
export const useGitHub = () => {
  const comments = new Map<number, StoredComment[]>();
  const trees = new Map<string, string>();
  const subjects: string[] = [];
  let lastId = 0;
  let server: Server;
  const state = {
    /** What tokens of jobs say of the job. */
    claims: {} as object,
    /** True where the token of the job may not write to the pull request. */
    refusesComments: false,
    /** False where there is no GraphQL. */
    knowsTrees: true,
    /** Waited for before a list of comments is answered. */
    beforeList: async () => {},
  };

  const add = (number: number, body: string, login = robot): StoredComment => {
    const comment = { id: ++lastId, body, html_url: `https://github.example/${lastId}`, user: { login } };
    comments.set(number, [...(comments.get(number) ?? []), comment]);
    return comment;
  };
  const signed = async (audience: string | null) => {
    const exp = Math.floor(Date.now() / 1000) + 300;
    const claims = { iss: "https://github.example", aud: audience, sub: "repo:a/b", exp, ...state.claims };
    const subject = await signedToken(claims, githubKey);
    subjects.push(subject);
    return subject;
  };
  const graph = ({ query, variables }: { query: string; variables?: Record<string, string> }) => {
    if (query.includes("viewer")) return { viewer: { login: robot } };
    const objectAt = (place = "") => (trees.has(place) ? { oid: trees.get(place) } : null);
    return { repository: { ofRun: objectAt(variables?.ofRun), ofBranch: objectAt(variables?.ofBranch) } };
  };

  const answer = async (method: string, url: URL, body: string): Promise<[number, unknown?]> => {
    const path = url.pathname;
    if (path === "/oidc") return [200, { value: await signed(url.searchParams.get("audience")) }];
    if (path === "/graphql") return state.knowsTrees ? [200, { data: graph(JSON.parse(body)) }] : [404, {}];
    const [, number] = /^\/repos\/a\/b\/issues\/(\d+)\/comments$/.exec(path) ?? [];
    if (number !== undefined && method === "GET") {
      const page = Number(url.searchParams.get("page"));
      const found = (comments.get(Number(number)) ?? []).slice((page - 1) * 100, page * 100);
      await state.beforeList();
      return [200, found];
    }
    if (state.refusesComments) return [403, { message: "Resource not accessible by integration" }];
    // Of GitHub's own refusals, the one that a plan might meet.
    if (body !== "" && JSON.parse(body).body.length > 65_536) return [422, { message: "body is too long" }];
    if (number !== undefined && method === "POST") return [201, add(Number(number), JSON.parse(body).body)];
    const [, id] = /^\/repos\/a\/b\/issues\/comments\/(\d+)$/.exec(path) ?? [];
    const list = [...comments.values()].find((each) => each.some((comment) => comment.id === Number(id)));
    const comment = list?.find((each) => each.id === Number(id));
    if (!list || !comment) return [404, { message: "Not Found" }];
    if (method === "DELETE") {
      list.splice(list.indexOf(comment), 1);
      return [204];
    }
    comment.body = JSON.parse(body).body;
    return [200, comment];
  };
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isPermitted = request.headers.authorization === "Bearer of-the-job";
    const url = new URL(request.url!, origin());
    const [status, body] = isPermitted
      ? await answer(request.method!, url, Buffer.concat(chunks).toString())
      : [401, { message: "Bad credentials" }];
    response.writeHead(status, { "content-type": "application/json" });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  beforeAll(async () => {
    server = createServer((request, response) => void respond(request, response));
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    ...{ state, trees, add, subjects, signed },
    forget: (number: number) => void comments.delete(number),
    commentsOf: (number: number): readonly StoredComment[] => comments.get(number) ?? [],
    /** The variables of a runner that say where GitHub is, and give its tokens. */
    environment: () => ({
      GITHUB_API_URL: origin(),
      GITHUB_GRAPHQL_URL: `${origin()}/graphql`,
      "INPUT_GITHUB-TOKEN": "of-the-job",
    }),
    /** Of a job with `permissions: id-token: write`. */
    oidc: () => ({
      ACTIONS_ID_TOKEN_REQUEST_URL: `${origin()}/oidc?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: "of-the-job",
    }),
  };
};

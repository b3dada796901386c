import type { HttpAnswer, HttpRequest } from "#bench/client.ts";
import { editorSignIn } from "#bench/corpus/site.ts";
import { certain } from "#bench/lectern/tools.ts";
import { answers, prepared, type WriteSite, type WriteWorkload } from "./write-workload.ts";

const tokens = "/api/editor/tokens/";

const json = (path: string, body: object, headers: Readonly<Record<string, string>> = {}): HttpRequest => ({
  path,
  method: "POST",
  headers: { "content-type": "application/json", ...headers },
  body: JSON.stringify(body),
});

const signIn = (): HttpRequest => json("/accounts/login/", editorSignIn);

/** The headers with which a browser changes something after signing in. */
const headersOfSession = ({ headers }: HttpAnswer): Readonly<Record<string, string>> => {
  const cookie = [headers["set-cookie"] ?? []].flat().map((line) => certain(line.split(";", 1)[0]));
  const csrf = certain(cookie.find((pair) => pair.startsWith("csrftoken=")));
  return { cookie: cookie.join("; "), "x-csrftoken": csrf.slice("csrftoken=".length) };
};

/** Sessions and tokens of the editor. */
export const accountWrites = async (site: WriteSite): Promise<readonly WriteWorkload[]> => {
  const session = async () => headersOfSession(await site.client.send(signIn()));
  const browser = await session();
  let count = 0;
  const createToken = () => json(tokens, { name: `token ${++count}` }, browser);
  const revokeToken = (id: number): HttpRequest => ({
    path: `${tokens}${id}/`,
    method: "DELETE",
    headers: browser,
  });
  const made: number[] = [];
  return [
    {
      name: "sign in",
      next: async () => ({ ...signIn(), problemOf: answers(200, { username: editorSignIn.username }) }),
      budget: { cpuMs: null, requests: 5, readUnits: 6, writeUnits: 16, depth: 3 },
    },
    {
      name: "sign out",
      next: async () => ({ ...json("/accounts/logout/", {}, await session()), problemOf: answers(204) }),
      budget: { cpuMs: null, requests: 3, readUnits: 6, writeUnits: 6 },
    },
    {
      name: "create a token",
      // A user has a hundred at most, so those of the round before go first.
      next: async () => {
        for (const id of made.splice(0)) await prepared(site, revokeToken(id));
        const request = createToken();
        const problemIn = answers(201, { name: `token ${count}` });
        const problemOf = (answer: HttpAnswer) => {
          const problem = problemIn(answer);
          if (problem === undefined) made.push(JSON.parse(answer.text).id);
          return problem;
        };
        return { ...request, problemOf };
      },
      mostInRound: 40,
      budget: { cpuMs: null, requests: 5, readUnits: 6, writeUnits: 6 },
    },
    {
      name: "revoke a token",
      next: async () => {
        const { id } = await prepared<{ readonly id: number }>(site, createToken());
        return { ...revokeToken(id), problemOf: answers(204) };
      },
      mostInRound: 40,
      budget: { cpuMs: null, requests: 3, readUnits: 6, writeUnits: 6 },
    },
  ];
};

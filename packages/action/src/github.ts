import * as z from "zod/mini";
import type { ActionInputs, Environment } from "./inputs.ts";
import type { RunnerJob } from "./job.ts";
import { Refusal, send } from "./lectern.ts";

/** A comment of a pull request. */
export interface IssueComment {
  readonly id: number;
  readonly body: string;
  readonly url: string;
  readonly author: string;
}

/** The few requests to GitHub that the action needs. They throw the errors of `@lectern/client`. */
export interface GitHub {
  /** The login of whoever the token is of, such as `github-actions[bot]`. */
  readonly login: () => Promise<string>;
  /** What Git calls the tree at a path in two commits; null where there is none. */
  readonly trees: (places: Pair<string>) => Promise<Pair<string | null>>;
  /** The comments of a pull request, the oldest first. */
  readonly comments: (number: number) => Promise<IssueComment[]>;
  readonly addComment: (number: number, body: string) => Promise<IssueComment>;
  readonly changeComment: (id: number, body: string) => Promise<IssueComment>;
  /** Also if it is gone already. */
  readonly deleteComment: (id: number) => Promise<void>;
}

/** A value for the commit of this run, and one for the newest commit of its branch. */
interface Pair<Value> {
  readonly ofRun: Value;
  readonly ofBranch: Value;
}

const comment = z.pipe(
  z.object({
    id: z.int(),
    body: z.nullish(z.string()),
    html_url: z.string(),
    user: z.nullish(z.object({ login: z.string() })),
  }),
  z.transform(
    ({ id, body, html_url: url, user }): IssueComment => ({
      ...{ id, url },
      ...{ body: body ?? "", author: user?.login ?? "" },
    }),
  ),
);

const viewer = z.object({ data: z.object({ viewer: z.object({ login: z.string() }) }) });

const gitObject = z.nullable(z.object({ oid: z.string() }));
const objects = z.object({
  data: z.object({ repository: z.object({ ofRun: gitObject, ofBranch: gitObject }) }),
});

const treesQuery = `query($owner: String!, $name: String!, $ofRun: String!, $ofBranch: String!) {
  repository(owner: $owner, name: $name) {
    ofRun: object(expression: $ofRun) { oid }
    ofBranch: object(expression: $ofBranch) { oid }
  }
}`;

const perPage = 100;

/** GitHub for the repository of the job; undefined without a token or a repository. */
export const connectGitHub = (
  { repository }: Pick<RunnerJob, "repository">,
  { githubToken }: Pick<ActionInputs, "githubToken">,
  {
    GITHUB_API_URL: api = "https://api.github.com",
    GITHUB_GRAPHQL_URL: graph = "https://api.github.com/graphql",
  }: Environment,
): GitHub | undefined => {
  if (githubToken === undefined || repository === undefined) return undefined;
  const request = async (method: string, url: string, json?: object): Promise<unknown> => {
    const { body } = await send({
      url,
      method,
      headers: {
        accept: "application/vnd.github+json",
        authorization: `Bearer ${githubToken}`,
        "user-agent": "lectern-action",
        "x-github-api-version": "2022-11-28",
        ...(json && { "content-type": "application/json" }),
      },
      ...(json && { body: JSON.stringify(json) }),
      isRepeatable: method !== "POST" || url === graph,
    });
    return body;
  };
  const comments = `${api}/repos/${repository}/issues`;
  const [owner, name] = repository.split("/");
  return {
    login: async () =>
      viewer.parse(await request("POST", graph, { query: "{ viewer { login } }" })).data.viewer.login,
    trees: async (places) => {
      const variables = { owner, name, ...places };
      const answer = await request("POST", graph, { query: treesQuery, variables });
      const { ofRun, ofBranch } = objects.parse(answer).data.repository;
      return { ofRun: ofRun?.oid ?? null, ofBranch: ofBranch?.oid ?? null };
    },
    comments: async (number) => {
      const found: IssueComment[] = [];
      for (let page = 1; found.length === (page - 1) * perPage; page++) {
        const query = `per_page=${perPage}&page=${page}`;
        const part = z.array(comment).parse(await request("GET", `${comments}/${number}/comments?${query}`));
        if (part.length === 0) break;
        found.push(...part);
      }
      return found.sort((one, other) => one.id - other.id);
    },
    addComment: async (number, body) =>
      comment.parse(await request("POST", `${comments}/${number}/comments`, { body })),
    changeComment: async (id, body) =>
      comment.parse(await request("PATCH", `${comments}/comments/${id}`, { body })),
    deleteComment: async (id) => {
      await request("DELETE", `${comments}/comments/${id}`).catch((error: unknown) => {
        if (!(error instanceof Refusal && error.status === 404)) throw error;
      });
    },
  };
};

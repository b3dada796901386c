import { type SmokeSite, smokeRequire } from "./smoke-site.ts";

export interface SmokeCheck {
  readonly name: string;
  /** Gives a remark for the table, or nothing. Throws if the service is not as it should be. */
  readonly run: (site: SmokeSite) => Promise<string | undefined>;
}

const list = "/api/cms/pages/?limit=1";

/** What strangers may do, which changes nothing. */
export const readingChecks: readonly SmokeCheck[] = [
  {
    name: "the service answers, and says its version",
    run: async (site) => {
      const { json } = await site.expect(200, "/api/openapi.json");
      return `version ${json?.info?.version}`;
    },
  },
  {
    name: "paths with their final slash lead to their functions",
    run: async (site) => {
      const { json } = await site.expect(200, "/api/");
      smokeRequire(typeof json === "object", "/api/ does not answer in JSON");
      for (const path of [
        "/api/themes/",
        "/api/audios/player_config/",
        "/api/facet_counts/",
        "/api/changes/",
      ])
        await site.expect(200, path);
      return undefined;
    },
  },
  {
    name: "HEAD answers like GET, without a body",
    run: async (site) => {
      const got = await site.expect(200, list);
      const head = await site.expect(200, list, { method: "HEAD" });
      smokeRequire(head.bytes === 0, `HEAD brings ${head.bytes} bytes`);
      smokeRequire(tagOf(got.headers) === tagOf(head.headers), "HEAD and GET have different ETags");
      return undefined;
    },
  },
  {
    name: "what is unchanged is a 304, also when it comes compressed",
    run: async (site) => {
      const tags = new Set<string>();
      for (const encoding of ["identity", "gzip", "br"]) {
        const headers = { "accept-encoding": encoding };
        const etag = (await site.expect(200, list, { headers })).headers.get("etag");
        smokeRequire(etag !== null, `the list has no ETag with ${encoding}`);
        tags.add(etag!).add(`W/${etag!.replace(/^W\//, "")}`);
      }
      for (const etag of tags) await site.expect(304, list, { headers: { "if-none-match": etag } });
      return `${tags.size} forms of the ETag`;
    },
  },
  {
    name: "full text is searched (FTS5)",
    run: async (site) => {
      const { json } = await site.expect(200, "/api/cms/pages/?search=smoke&limit=1");
      smokeRequire(Array.isArray(json?.results), "the search does not answer with results");
      return `${json.count} found`;
    },
  },
  {
    name: "queries arrive whole: repeated names, escapes and letters beyond ASCII",
    run: async (site) => {
      await site.expect(
        200,
        "/api/cms/pages/?use_post_filter=true&tag_facets=a&tag_facets=b%26c&search=caf%C3%A9&limit=1",
      );
      const { json } = await site.expect(400, "/api/cms/pages/?limit=%C3%A9");
      smokeRequire(json !== undefined, "a wrong query is not refused in JSON");
      return undefined;
    },
  },
  {
    name: "unknown paths and wrong methods are refused in JSON",
    run: async (site) => {
      const { json: missing } = await site.expect(404, "/api/nowhere/at/all/");
      const { json: wrong, headers } = await site.expect(405, "/api/themes/", { method: "DELETE" });
      smokeRequire(missing !== undefined && wrong !== undefined, "a refusal is not JSON");
      smokeRequire(headers.get("allow") !== null, "a wrong method is not told which are right");
      return undefined;
    },
  },
  {
    name: "strangers may not edit, and their answers are not kept",
    run: async (site) => {
      const { status, headers } = await site.ask("/api/editor/parents/");
      smokeRequire([401, 403].includes(status), `strangers get ${status} from the editor API`);
      const cache = headers.get("cache-control") ?? "";
      smokeRequire(/no-store/.test(cache), `the refusal has Cache-Control: ${cache}`);
      return undefined;
    },
  },
  {
    name: "a body of 7 MB is refused in JSON",
    run: async (site) => {
      const json = { username: "smoke", password: "x".repeat(7_000_000) };
      const { json: refusal } = await site.expect(413, "/accounts/login/", { method: "POST", json });
      smokeRequire(refusal !== undefined, "the refusal is not JSON");
      return undefined;
    },
  },
  {
    name: "people and crawlers get their pages",
    run: async (site) => {
      const { headers } = await site.expect(200, "/accounts/login/");
      smokeRequire(/text\/html/.test(headers.get("content-type") ?? ""), "the sign-in page is not HTML");
      smokeRequire(headers.has("content-security-policy"), "the sign-in page has no content policy");
      await site.expect(200, "/robots.txt");
      const { status } = await site.ask("/");
      smokeRequire(status < 500, `the first page answers ${status}`);
      return `the first page is ${status}`;
    },
  },
];

const tagOf = (headers: Headers): string | undefined => headers.get("etag")?.replace(/^W\//, "");

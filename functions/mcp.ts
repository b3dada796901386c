/** POST /api/mcp/ — list and call the tools of agents by the Model Context Protocol */
import { withTokenOfTools } from "#lib/access/agent-access.ts";
import { shownTool } from "#lib/agents/agent-server.ts";
import { answerBody } from "#lib/agents/answer-body.ts";
import { callTool, ownApi } from "#lib/agents/call-tool.ts";
import { isOffered, toolsOf } from "#lib/agents/tools.ts";
import { challenge } from "#lib/http/agent-challenge.ts";
import { endpoint } from "#lib/http/endpoint.ts";
import { Reply } from "#lib/http/reply.ts";
import { withCustomBlocks } from "#lib/openapi/block-schemas.ts";
import { callTools } from "#lib/routes/mcp.ts";
import { editorScopes } from "#lib/settings/access.ts";
import { blocksOfSite } from "#lib/settings/blocks.ts";
import { richTextFeaturesOf } from "#lib/settings/editor.ts";
import document from "../docs/openapi.json" with { type: "json" };

export const handler = endpoint({ ...callTools, challenge }, async ({ body, principal, request }) => {
  const scopes = { scopes: principal.token?.scopes ?? null, accepted: editorScopes() };
  const offered = () =>
    toolsOf(withCustomBlocks(document, blocksOfSite(principal.site.settings))).filter((tool) =>
      isOffered(tool, scopes),
    );
  const service = {
    send: ownApi(withTokenOfTools(request, principal)),
    features: richTextFeaturesOf(principal.site.settings),
  };
  const { status, text } = await answerBody(
    { headers: request.headers, body },
    {
      list: async () => ({ tools: offered().map(shownTool) }),
      call: (params) => callTool(offered(), params, service),
    },
  );
  return new Reply(text, { status });
});

import { randomUUID } from "node:crypto";
import { getRequestListener } from "@hono/node-server";
import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  isLegacyRequest,
  McpServer,
  OAuthError,
  OAuthErrorCode,
  oauthMetadataResponse,
  requireBearerAuth,
  requireScopes,
  WebStandardStreamableHTTPServerTransport,
  type AuthInfo,
  type OAuthMetadata,
} from "@modelcontextprotocol/server";
import type { AuthorizationServer } from "../../support/auth/index.ts";
import {
  authInfo,
  metadataOf,
  mounted,
  offered,
  type Guarded,
} from "./guarded.ts";

/**
 * The official server v2 on Express, protected by its own means: its handler for
 * the stateless revision, and sessions beside it.
 */
export async function guardedV2(
  authorizationServer: AuthorizationServer,
): Promise<Guarded> {
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const handler = createMcpHandler(createNotes, { legacy: "reject" });
  const metadata = await metadataOf<OAuthMetadata>(authorizationServer);
  const hosted = await mounted((app, url) => {
    const gate = requireBearerAuth({
      verifier: {
        verifyAccessToken(token) {
          const info = authInfo(authorizationServer, token);
          if (info === undefined)
            throw new OAuthError(OAuthErrorCode.InvalidToken, "not active");
          return Promise.resolve(info);
        },
      },
      requiredScopes: [offered.everything],
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
      expectedResource: url,
    });
    const answer = getRequestListener(
      async (request) => {
        const about = oauthMetadataResponse(request, {
          oauthMetadata: metadata,
          resourceServerUrl: url,
          scopesSupported: [offered.everything],
        });
        if (about !== undefined) return about;
        const auth = await gate(request);
        if (auth instanceof Response) return auth;
        return (await isLegacyRequest(request))
          ? inSession(request, auth)
          : handler.fetch(request, { authInfo: auth });
      },
      { overrideGlobalObjects: false },
    );
    app.all(["/mcp", "/.well-known/*path"], (request, response) => {
      void answer(request, response);
    });
  });
  return {
    url: hosted.url.href,
    async close() {
      await handler.close();
      await hosted.close();
    },
  };

  async function inSession(
    request: Request,
    info: AuthInfo,
  ): Promise<Response> {
    const id = request.headers.get("mcp-session-id");
    const known = id === null ? undefined : sessions.get(id);
    if (known) return known.handleRequest(request, { authInfo: info });
    if (id !== null) return new Response(null, { status: 404 });
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (made) => void sessions.set(made, transport),
      onsessionclosed: (ended) => void sessions.delete(ended),
    });
    await createNotes().connect(transport);
    return transport.handleRequest(request, { authInfo: info });
  }
}

function createNotes(): McpServer {
  const server = new McpServer({ name: "v2", version: "1.0.0" });
  const text = (value: string) => ({
    content: [{ type: "text" as const, text: value }],
  });
  server.registerTool(offered.whoami, {}, ({ http }) =>
    text(String(http?.authInfo?.extra?.["subject"])),
  );
  server.registerTool(
    offered.write,
    { scopeChallenge: requireScopes(offered.everything, offered.more) },
    () => text("written"),
  );
  return server;
}

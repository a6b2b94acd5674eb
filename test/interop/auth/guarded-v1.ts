import { randomUUID } from "node:crypto";
import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import { requireBearerAuth } from "@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js";
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthMetadataRouter,
} from "@modelcontextprotocol/sdk/server/auth/router.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { OAuthMetadata } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import express, { type Request, type Response } from "express";
import type { AuthorizationServer } from "../../support/auth/index.ts";
import {
  authInfo,
  metadataOf,
  mounted,
  offered,
  type Guarded,
} from "./guarded.ts";

/** The official server v1, protected by its own Express middleware, with sessions. */
export async function guardedV1(
  authorizationServer: AuthorizationServer,
): Promise<Guarded> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const metadata = await metadataOf<OAuthMetadata>(authorizationServer);
  const hosted = await mounted((app, url) => {
    app.use(
      mcpAuthMetadataRouter({
        oauthMetadata: metadata,
        resourceServerUrl: url,
        scopesSupported: [offered.everything],
      }),
    );
    const gate = (...requiredScopes: string[]) =>
      requireBearerAuth({
        verifier: {
          verifyAccessToken(token) {
            const info = authInfo(authorizationServer, token);
            if (info === undefined) throw new InvalidTokenError("not active");
            return Promise.resolve(info);
          },
        },
        requiredScopes,
        resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
        expectedResource: url,
      });
    const low = gate(offered.everything);
    const high = gate(offered.everything, offered.more);
    app.all(
      "/mcp",
      express.json(),
      // It has no scopes for single tools: its users read the body.
      (request, response, next) =>
        (isWrite(request.body) ? high : low)(request, response, next),
      (request, response) => void answer(request, response),
    );
  });
  return { url: hosted.url.href, close: hosted.close };

  async function answer(request: Request, response: Response): Promise<void> {
    const id = request.headers["mcp-session-id"];
    const known = typeof id === "string" ? sessions.get(id) : undefined;
    if (known !== undefined)
      return known.handleRequest(request, response, request.body);
    if (id !== undefined) return void response.writeHead(404).end();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (made) => void sessions.set(made, transport),
      onsessionclosed: (ended) => void sessions.delete(ended),
    });
    // Its properties are not exactly optional, as the parameter's are.
    await createNotes().connect(transport as Transport);
    await transport.handleRequest(request, response, request.body);
  }
}

function isWrite(body: unknown): boolean {
  const { params } = (body ?? {}) as { params?: { name?: unknown } };
  return params?.name === offered.write;
}

function createNotes(): McpServer {
  const server = new McpServer({ name: "v1", version: "1.0.0" });
  const text = (value: string) => ({
    content: [{ type: "text" as const, text: value }],
  });
  server.registerTool(offered.whoami, {}, ({ authInfo }) =>
    text(String(authInfo?.extra?.["subject"])),
  );
  server.registerTool(offered.write, {}, () => text("written"));
  return server;
}

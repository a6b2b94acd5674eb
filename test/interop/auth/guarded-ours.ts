import { createServer, tool, type Server } from "../../../generated/index.ts";
import { dpop, jwt, type TokenInfo } from "../../../src/runtime/auth/jwt.ts";
import {
  createNodeMetadataHandler,
  protect,
} from "../../../src/runtime/auth/server.ts";
import { createNodeHandler } from "../../../src/runtime/http-node.ts";
import type { AuthorizationServer } from "../../support/auth/index.ts";
import { mounted, offered, type Guarded } from "./guarded.ts";

/** Our server on Express, protected by tokens of an authorization server. */
export async function guardedOurs(
  authorizationServer: AuthorizationServer,
): Promise<Guarded> {
  const { issuer, jwksUri } = authorizationServer;
  const server = createNotes();
  let close = (): Promise<void> => Promise.resolve();
  const hosted = await mounted((app, url) => {
    const authorize = protect({
      resource: url.href,
      authorizationServers: [issuer],
      verify: jwt({ issuer, jwks: jwksUri, allowLoopback: true }),
      scopes: [offered.everything],
      dpop: dpop({ nonces: true }),
    });
    const handler = createNodeHandler(server, { authorize });
    close = () => handler.close({ graceMs: 0 });
    app.use(createNodeMetadataHandler(authorize));
    app.use("/mcp", handler);
  });
  return {
    url: hosted.url.href,
    async close() {
      await close();
      await hosted.close();
    },
  };
}

export function createNotes(): Server {
  return createServer({
    info: { name: "notes", version: "1.0.0" },
    onError() {},
    features: [
      tool(offered.whoami, {}, (_, { auth }) => {
        // What `jwt` says of a token, where it is told nothing else.
        const { subject } = auth as TokenInfo;
        return subject ?? "nobody";
      }),
      tool(offered.write, { scopes: [offered.more] }, () => "written"),
    ],
  });
}

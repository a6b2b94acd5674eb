/**
 * Returns a program that registers the type of `auth` in a module, and reads it
 * everywhere. It imports the other entries of the runtime from below `from`.
 */
export const program = (
  from: string,
  module: string,
  stubs = "./mcp/index.js",
): string => `
import { createServer, tool, type ServerContext } from "${stubs}";
import { protect, type Verifier } from "${from}/auth/server${from.startsWith(".") ? ".js" : ""}";

interface Claims {
  readonly sub: string;
  readonly roles: readonly string[];
}

declare module "${module}" {
  interface Register {
    auth: Claims;
  }
}

const whoami = tool(
  "whoami",
  {
    visible: ({ auth }) => auth.roles.includes("admin"),
    scopes: (_, { auth }) => (auth.sub === "" ? ["any"] : []),
  },
  (_, { auth }) => auth.sub.toUpperCase(),
);
export const subject = ({ auth }: ServerContext): string => auth.sub;
// @ts-expect-error: there is no such claim.
export const nothing = ({ auth }: ServerContext): unknown => auth.email;

export const server: object = createServer({
  info: { name: "a", version: "1" },
  features: [whoami],
  canRead: (_, { auth }) => auth.roles.length > 0,
  interceptors: [{ before: ({ auth }) => void auth.roles.join() }],
});

const verify: Verifier<Claims> = () => ({ error: "invalid_token" });
const at = { resource: "https://mcp.example", authorizationServers: ["https://as.example"] };
export const authorize: object = protect({ ...at, verify });
const other: Verifier<{ readonly email: string }> = () => ({ error: "invalid_token" });
// @ts-expect-error: what it gives is not what is registered.
export const wrong: object = protect({ ...at, verify: other });
`;

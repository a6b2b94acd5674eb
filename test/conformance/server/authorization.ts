import { jwt } from "../../../src/runtime/auth/jwt.ts";
import {
  protect,
  type Operation,
  type Protection,
  type Verifier,
} from "../../../src/runtime/auth/server.ts";
import type { Authorize, HttpRequest } from "../../../src/runtime/http.ts";

const prefix = "mcp:conformance:";

/** Tokens that are no JWTs, and what they allow. */
const opaqueTokens: Readonly<Record<string, readonly string[]>> = {
  "mcp-conformance-scope-low": ["baseline"],
  "mcp-conformance-scope-full": [
    ...["tools:call", "tools:test_simple_text"],
    ...["resources:read", "resources:static", "resources:template:123"],
    ...["prompts:get", "prompts:test_simple_prompt"],
  ],
};

/** What a program of this folder is told by its environment. */
export interface AuthorizationSettings {
  /** Whose JWTs are asked for; without one nobody has to show anything. */
  readonly issuer?: string | undefined;
  /** What the server is called; its URL by default. */
  readonly resource?: string | undefined;
}

/**
 * How the server of the suite is protected. With an issuer every request needs a
 * token of its. Without one who shows nothing may do everything, because no other
 * scenario shows anything; who shows a token may do what that allows.
 */
export function authorizeFixture(
  url: string,
  { issuer, resource = url }: AuthorizationSettings,
): Authorize {
  if (issuer !== undefined) {
    // Each scenario has an issuer of that name, with a key of its own.
    const own = { issuer, allowLoopback: true, keysCooldownMs: 1 };
    return protectFixture(resource, issuer, jwt(own));
  }
  const guard = protectFixture(resource, new URL(url).origin, (token) => {
    const scopes = opaqueTokens[token];
    return scopes
      ? {
          principal: "somebody",
          scopes: scopes.map((scope) => prefix + scope),
          audience: [resource],
          auth: undefined,
        }
      : { error: "invalid_token" };
  });
  const authorize = (request: HttpRequest): ReturnType<Authorize> =>
    request.header("authorization") === undefined
      ? { principal: "anybody" }
      : guard(request);
  return Object.assign(authorize, { answer: guard.answer });
}

function protectFixture<Given>(
  resource: string,
  issuer: string,
  verify: Verifier<Given>,
): Protection {
  return protect({
    resource,
    authorizationServers: [issuer],
    verify,
    operationScopes: scopesOfOperation,
  });
}

/** Two for each thing: one for its kind, and one for itself. */
function scopesOfOperation({ method, params }: Operation): readonly string[] {
  const { name, uri } = (params ?? {}) as { name?: string; uri?: string };
  switch (method) {
    case "tools/call":
      return [`${prefix}tools:call`, `${prefix}tools:${name}`];
    case "prompts/get":
      return [`${prefix}prompts:get`, `${prefix}prompts:${name}`];
    case "resources/read":
      return [`${prefix}resources:read`, `${prefix}resources:${kindOf(uri)}`];
    default:
      return [];
  }
}

function kindOf(uri = ""): string {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  return id === undefined ? "static" : `template:${id}`;
}

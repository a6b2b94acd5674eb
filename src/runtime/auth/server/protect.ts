import type {
  Authorize,
  Authorized,
  LateChallenge,
} from "../../http/server/gate/authorization.ts";
import { delayOption } from "../../http/shared/check-option.ts";
import {
  type OptionNames,
  refuseOption,
  requireKnown,
} from "../../protocol/sound-option.ts";
import type { HttpRequest } from "../../http/shared/request-response.ts";
import type { Awaitable } from "../../protocol/answer.ts";
import { toError } from "../../protocol/errors.ts";
import { isObject, isPromiseLike } from "../../protocol/message.ts";
import type { Challenge } from "../../protocol/scopes/permit.ts";
import type { Auth } from "../../protocol/scopes/register.ts";
import { whenReady, type Eventual } from "../../protocol/when-ready.ts";
import {
  createChallenger,
  isScopeToken,
  type Challenger,
} from "./challenge.ts";
import { readCredentials, type Credentials } from "./credentials.ts";
import { createGrant, type Grant } from "./granted.ts";
import {
  requireVerified,
  tokenProblem,
  type TokenRules,
} from "./judge-token.ts";
import { answerMetadata, type ProtectedResourceMetadata } from "./metadata.ts";
import { mentions } from "./mentions.ts";
import type { HasMetadata } from "./metadata-handlers.ts";
import type { ProtectOptions } from "./options.ts";
import { Permission, type PermissionRules } from "./permission.ts";
import { provePossession } from "./possession.ts";
import { comparable, readResource, webUrl } from "./resource.ts";
import {
  isClaimReader,
  type Rejected,
  type TokenRequest,
  type Verified,
} from "./verifier.ts";

/** Maximum number of objects in an error to search for the token. */
const maxErrorObjects = 1_000;

/** Protection of a server: the option `authorize`. */
export interface Protection extends Authorize, HasMetadata {
  (request: HttpRequest): Awaitable<Authorized | Challenge | LateChallenge>;
  /**
   * Returns the response to a metadata request; undefined for all other
   * requests.
   */
  readonly answer: HasMetadata["answer"];
  /** Published metadata of the resource. */
  readonly metadata: ProtectedResourceMetadata;
  /** URL of the metadata. */
  readonly metadataUrl: string;
}

/**
 * Protects an HTTP server with OAuth. The result is the option `authorize` of
 * `listen`, `createNodeHandler` and `createHttpHandler`.
 *
 * Every request needs a token in its `Authorization` header: for this server, with
 * all scopes that the request requires. Clients find the authorization server in
 * the metadata, which are served too. If the server is mounted at a path and does
 * not receive metadata requests, serve them with `createMetadataHandler`. Throws
 * a TypeError for invalid options.
 *
 *     const authorize = protect({
 *       resource: "https://mcp.example.com/mcp",
 *       authorizationServers: ["https://login.example.com"],
 *       verify: jwt({ issuer: "https://login.example.com" }),
 *     });
 *     await listen(server, { port: 3000, authorize });
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/basic/authorization | Authorization}
 */
export function protect<Given extends Auth>(
  options: ProtectOptions<Given>,
): Protection {
  const rules = readOptions(options);
  const { resource, metadata, challenge, base } = rules;
  const answer = answerMetadata(resource, metadata);
  const authorize = (
    request: HttpRequest,
  ): Awaitable<Authorized | Challenge | LateChallenge> => {
    const credentials = readCredentials(request, options.dpop !== undefined);
    switch (credentials.kind) {
      case "none":
        return challenge({ scopes: base });
      case "malformed": {
        const { description } = credentials;
        return challenge({ error: "invalid_request", description });
      }
      case "token": {
        const admitted = admit(request, credentials, rules);
        return isPromiseLike(admitted) ? Promise.resolve(admitted) : admitted;
      }
      default:
        return credentials satisfies never;
    }
  };
  const { metadataUrl } = resource;
  return Object.assign(authorize, { answer, metadata, metadataUrl });
}

interface Rules extends TokenRules, PermissionRules {
  readonly options: ProtectOptions<Auth>;
  readonly resource: ReturnType<typeof readResource>;
  readonly metadata: ProtectedResourceMetadata;
  readonly challenge: Challenger;
  readonly grant: Grant;
  /** True if the result of `verify` may contain the token. */
  readonly maySeeToken: boolean;
}

const known: OptionNames<ProtectOptions<Auth>> = {
  resource: true,
  authorizationServers: true,
  verify: true,
  scopes: true,
  operationScopes: true,
  implies: true,
  scopesSupported: true,
  audiences: true,
  clockSkewMs: true,
  dpop: true,
  metadata: true,
};

function readOptions<Given extends Auth>(
  options: ProtectOptions<Given>,
): Rules {
  requireKnown("protect", options, known);
  const { verify, dpop, scopes = [], scopesSupported = scopes } = options;
  const { audiences = [], operationScopes, clockSkewMs } = options;
  const { authorizationServers: issuers } = options;
  const resource = readResource(options.resource);
  if (!Array.isArray(issuers))
    refuseOption("authorizationServers", "a list of at least one URL", issuers);
  if (issuers.length === 0)
    throw new TypeError(
      "authorizationServers is a list of at least one URL, not an empty list",
    );
  for (const issuer of issuers) webUrl("each of authorizationServers", issuer);
  if (typeof verify !== "function")
    refuseOption("verify", "a function, such as jwt(…) gives", verify);
  if (operationScopes !== undefined && typeof operationScopes !== "function")
    refuseOption("operationScopes", "a function", operationScopes);
  if (!Array.isArray(audiences))
    refuseOption("audiences", "a list of texts", audiences);
  if (dpop !== undefined && typeof Object(dpop).verify !== "function")
    refuseOption("dpop", "what dpop(…) gives", dpop);
  if (!isObject(options.metadata ?? {}))
    refuseOption("metadata", "an object", options.metadata);
  requireScopeNames("scopes", scopes);
  requireScopeNames("scopesSupported", scopesSupported);
  return {
    options,
    resource,
    metadata: {
      bearer_methods_supported: ["header"],
      ...options.metadata,
      ...(dpop && {
        dpop_signing_alg_values_supported: dpop.algorithms,
        dpop_bound_access_tokens_required: dpop.required === true,
      }),
      ...(scopesSupported.length > 0 && { scopes_supported: scopesSupported }),
      resource: resource.text,
      authorization_servers: issuers,
    },
    challenge: createChallenger(resource.metadataUrl, dpop),
    base: scopes,
    operationScopes,
    grant: createGrant(options.implies),
    maySeeToken: !isClaimReader(verify),
    audiences: new Set(
      [resource.text, ...audiences].flatMap((one) => [one, comparable(one)]),
    ),
    clockSkewMs: delayOption("clockSkewMs", clockSkewMs, 30_000, 0),
  };
}

function requireScopeNames(option: string, scopes: readonly string[]): void {
  const isValid = Array.isArray(scopes) && scopes.every(isScopeToken);
  if (!isValid)
    refuseOption(option, "a list of scopes, without spaces and quotes", scopes);
  // Refresh tokens are a matter between the client and the authorization
  // server.
  if (scopes.includes("offline_access"))
    refuseOption(
      option,
      "without offline_access, which clients ask for",
      scopes,
    );
}

function admit(
  request: HttpRequest,
  credentials: Extract<Credentials, { kind: "token" }>,
  rules: Rules,
): Eventual<Authorized | Challenge | LateChallenge> {
  const { options } = rules;
  const { token } = credentials;
  const judge = (
    given: Verdict,
  ): Eventual<Authorized | Challenge | LateChallenge> =>
    judgeToken(request, credentials, given, rules);
  const fail = (error: unknown): never => {
    throw withoutToken(toError(error), token);
  };
  let given;
  try {
    given = options.verify(token, tokenRequest(request));
  } catch (error) {
    return fail(error);
  }
  return isPromiseLike(given)
    ? Promise.resolve(given).then(judge, fail)
    : judge(given);
}

/** Result of a verifier. */
type Verdict = Verified<Auth> | Rejected;

/** Admits the sender of a token that the verifier accepts, if it is valid for this server and this request. */
function judgeToken(
  request: HttpRequest,
  credentials: Extract<Credentials, { kind: "token" }>,
  given: Verdict,
  rules: Rules,
): Eventual<Authorized | Challenge | LateChallenge> {
  const { challenge, options, resource, base } = rules;
  const { token } = credentials;
  const refuse = (description: string | undefined): Challenge =>
    challenge({ error: "invalid_token", description, scopes: base });
  const found = requireVerified(given, token, rules.maySeeToken);
  if ("error" in found) {
    const { description } = found;
    // Proxies may log responses.
    return refuse(description && hide(token, description));
  }
  const problem = tokenProblem(found, rules);
  if (problem !== undefined) return refuse(problem);
  const possession = provePossession(
    request,
    credentials,
    found,
    options.dpop,
    resource.url,
  );
  return whenReady(possession, (proved) =>
    proved.kind === "refused"
      ? challenge({ ...proved, scopes: base })
      : grantAccess(found, proved.nonce, rules),
  );
}

/**
 * Admits a sender. If the sender lacks the scopes of every request, the request
 * is refused: for a POST only after its own required scopes are known.
 */
function grantAccess(
  verified: Verified<Auth>,
  nonce: string | undefined,
  rules: Rules,
): Authorized | LateChallenge {
  const { principal, auth, expiresAt } = verified;
  const scopes = rules.grant(verified.scopes);
  const permit = new Permission({ principal, auth, scopes }, rules);
  const authorized: Authorized = {
    principal,
    auth,
    scopes,
    permit,
    // The real end of validity. With an earlier time, a stream that is opened
    // again would end at once.
    expiresAt:
      expiresAt === undefined ? undefined : expiresAt + rules.clockSkewMs,
    headers: nonce === undefined ? undefined : { "dpop-nonce": nonce },
  };
  const lack = permit.lacks([]);
  return lack ? { ...lack, ...authorized } : authorized;
}

/** Returns the request as a verifier sees it: without its `Authorization` header. */
function tokenRequest({ method, target, header }: HttpRequest): TokenRequest {
  return {
    method,
    target,
    header: (name) =>
      name.toLowerCase() === "authorization" ? undefined : header(name),
  };
}

/**
 * Returns an error that is safe to log: `verify` may have put the token into
 * it.
 */
function withoutToken(error: Error, token: string): Error {
  // An error that is too large to search counts as containing the token.
  if (mentions(error, token, maxErrorObjects) === false) return error;
  return new Error(`verify failed: ${hide(token, error.message)}`);
}

function hide(token: string, text: string): string {
  return text.replaceAll(token, "…");
}

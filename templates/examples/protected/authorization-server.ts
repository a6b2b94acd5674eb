// FOR TRYING ONLY: an authorization server on this machine, with one user and no password.
// In earnest, take one that exists: the server beside it needs nothing but its URL.
import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import { exportJWK, generateKeyPair, SignJWT } from "jose";

const port = Number(process.env["PORT"] ?? 9000);
const issuer = `http://127.0.0.1:${port}`;
const { privateKey, publicKey } = await generateKeyPair("ES256");
const keys = [{ ...(await exportJWK(publicKey)), kid: "1", alg: "ES256" }];

/** What somebody agreed to. */
interface Grant {
  readonly subject: string;
  readonly clientId: string;
  readonly scope: string;
  readonly resource: string;
}
interface Code extends Grant {
  readonly redirectUri: string;
  readonly challenge: string;
}
const redirectUris = new Map<string, readonly string[]>(); // by client
const codes = new Map<string, Code>();
const refreshTokens = new Map<string, Grant>();

// A program that is known by a secret, and may read alone.
const nightly = { id: "nightly", secret: "for-trying-only" };

const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: `${issuer}/register`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ["code"],
  grant_types_supported: [
    "authorization_code",
    "refresh_token",
    "client_credentials",
  ],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none", "client_secret_post"],
  authorization_response_iss_parameter_supported: true,
};

/** An answer: JSON, a page or a redirect. */
interface Answer {
  readonly status?: number;
  readonly json?: object;
  readonly html?: string;
  readonly location?: string;
}

const refusal = (error: string): Answer => ({ status: 400, json: { error } });

function register({ redirect_uris = [] }: { redirect_uris?: string[] }) {
  const id = randomUUID();
  redirectUris.set(id, redirect_uris);
  const client = { client_id: id, redirect_uris };
  return {
    status: 201,
    json: { ...client, token_endpoint_auth_method: "none" },
  };
}

/** Shows a person what is asked for, and sends them back when they have said yes or no. */
function authorize(query: URLSearchParams, decision: string | null): Answer {
  const asked = (name: string) => query.get(name) ?? "";
  const [clientId, redirectUri] = [asked("client_id"), asked("redirect_uri")];
  if (!redirectUris.get(clientId)?.includes(redirectUri))
    return refusal("invalid_request");
  if (decision === null) return { html: page(asked("scope")) };
  const back = new URL(redirectUri);
  back.searchParams.set("state", asked("state"));
  back.searchParams.set("iss", issuer);
  if (decision !== "yes") back.searchParams.set("error", "access_denied");
  else {
    const code = randomUUID();
    codes.set(code, {
      subject: "ada",
      clientId,
      scope: asked("scope"),
      resource: asked("resource"),
      redirectUri,
      challenge: asked("code_challenge"),
    });
    back.searchParams.set("code", code);
  }
  return { status: 303, location: back.href };
}

const page = (scope: string) => `<!doctype html>
<meta name="viewport" content="width=device-width">
<title>Log in</title>
<style>body { font: 1.2em system-ui; max-width: 30em; margin: 3em auto }</style>
<h1>Log in as Ada?</h1>
<p>A program asks for: <b>${scope.replace(/[^\w: -]/g, "")}</b></p>
<form method="post">
<button name="decision" value="yes">Yes</button>
<button name="decision" value="no">No</button>
</form>`;

async function token(form: URLSearchParams): Promise<Answer> {
  const given = (name: string) => form.get(name) ?? "";
  const isOf = ({ clientId }: Grant) => clientId === given("client_id");
  switch (given("grant_type")) {
    case "authorization_code": {
      const code = codes.get(given("code"));
      codes.delete(given("code")); // good for one use
      const challenge = createHash("sha256")
        .update(given("code_verifier"))
        .digest("base64url");
      return code &&
        isOf(code) &&
        code.redirectUri === given("redirect_uri") &&
        code.challenge === challenge
        ? tokens(code, true)
        : refusal("invalid_grant");
    }
    case "refresh_token": {
      const grant = refreshTokens.get(given("refresh_token"));
      if (!grant || !isOf(grant)) return refusal("invalid_grant");
      refreshTokens.delete(given("refresh_token"));
      return tokens(grant, true);
    }
    case "client_credentials": {
      const { id, secret } = nightly;
      if (given("client_id") !== id || given("client_secret") !== secret)
        return { status: 401, json: { error: "invalid_client" } };
      const machine = { subject: id, clientId: id, scope: "notes:read" };
      return tokens({ ...machine, resource: given("resource") }, false);
    }
    default:
      return refusal("unsupported_grant_type");
  }
}

async function tokens(grant: Grant, renewable: boolean): Promise<Answer> {
  const { subject, clientId, scope, resource } = grant;
  const access = await new SignJWT({ scope, client_id: clientId })
    .setProtectedHeader({ alg: "ES256", typ: "at+jwt", kid: "1" })
    .setIssuer(issuer)
    .setSubject(subject)
    .setAudience(resource)
    .setIssuedAt()
    .setExpirationTime("10m")
    .sign(privateKey);
  const refresh = randomUUID();
  if (renewable) refreshTokens.set(refresh, grant);
  const said = { access_token: access, token_type: "Bearer", expires_in: 600 };
  return {
    json: { ...said, scope, ...(renewable && { refresh_token: refresh }) },
  };
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const { pathname, searchParams } = new URL(request.url ?? "/", issuer);
  let body = "";
  for await (const part of request.setEncoding("utf8"))
    if ((body += part).length > 10_000) return { status: 413 };
  const form = new URLSearchParams(body);
  switch (`${request.method} ${pathname}`) {
    case "GET /.well-known/oauth-authorization-server":
      return { json: metadata };
    case "GET /jwks":
      return { json: { keys } };
    case "POST /register":
      return register(JSON.parse(body));
    case "GET /authorize":
      return authorize(searchParams, null);
    case "POST /authorize":
      return authorize(searchParams, form.get("decision"));
    case "POST /token":
      return token(form);
    default:
      return { status: 404 };
  }
}

const listening = createServer((request, response) => {
  answer(request)
    .catch(() => refusal("invalid_request"))
    .then(({ status = 200, json, html, location }) => {
      if (location !== undefined) response.setHeader("location", location);
      const type = json ? "application/json" : "text/html; charset=utf-8";
      response.writeHead(status, { "content-type": type });
      response.end(json ? JSON.stringify(json) : html);
    });
});
listening.listen(port, "127.0.0.1", () => {
  console.log(`Listening on ${issuer}`);
});
const close = () => listening.close();
process.once("SIGINT", close).once("SIGTERM", close);

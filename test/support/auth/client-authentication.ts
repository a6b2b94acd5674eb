import { createLocalJWKSet, decodeJwt, jwtVerify } from "jose";
import type { ClientMethod, KnownClient } from "./options.ts";
import { Refusal } from "./refusal.ts";
import type { Asked } from "./scripted-http.ts";

const jwtBearer = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";

/** How a client shows who it is. */
export function methodOf({ headers, form }: Asked): ClientMethod {
  if (headers["authorization"] !== undefined) return "client_secret_basic";
  if (form.has("client_assertion")) return "private_key_jwt";
  return form.has("client_secret") ? "client_secret_post" : "none";
}

/** Throws a Refusal for a client that is unknown, or shows itself in another way than it registered. */
export async function authenticated(
  asked: Asked,
  find: (id: string) => KnownClient | undefined,
  audiences: string[],
): Promise<KnownClient> {
  const method = methodOf(asked);
  const shown = shownBy(asked, method);
  const client = find(shown.id);
  if (client === undefined) throw refused(method, "unknown client");
  if (client.method !== method)
    throw refused(method, `${method} in place of ${client.method}`);
  if (method === "private_key_jwt")
    await requireAssertion(asked, client, audiences);
  else if (method !== "none" && shown.secret !== client.secret)
    throw refused(method, "wrong secret");
  return client;
}

function shownBy(
  { headers, form }: Asked,
  method: ClientMethod,
): { id: string; secret?: string } {
  if (method === "client_secret_basic") {
    const [, encoded = ""] = (headers["authorization"] ?? "").split(" ");
    const [id = "", secret = ""] = Buffer.from(encoded, "base64")
      .toString()
      .split(":")
      .map((part) => decodeURIComponent(part.replaceAll("+", " ")));
    return { id, secret };
  }
  if (method === "private_key_jwt") {
    const { sub = "" } = decodeJwt(form.get("client_assertion") ?? "");
    return { id: sub };
  }
  return {
    id: form.get("client_id") ?? "",
    secret: form.get("client_secret") ?? "",
  };
}

async function requireAssertion(
  { form }: Asked,
  client: KnownClient,
  audiences: string[],
): Promise<void> {
  if (form.get("client_assertion_type") !== jwtBearer)
    throw refused("private_key_jwt", "unknown type of assertion");
  try {
    await jwtVerify(
      form.get("client_assertion") ?? "",
      createLocalJWKSet(client.jwks ?? { keys: [] }),
      { issuer: client.id, subject: client.id, audience: audiences },
    );
  } catch (error) {
    throw refused("private_key_jwt", String(error));
  }
}

function refused(method: ClientMethod, why: string): Refusal {
  const headers =
    method === "client_secret_basic" ? { "www-authenticate": "Basic" } : {};
  return new Refusal("invalid_client", why, 401, headers);
}

import {
  clientCredentials,
  enterprise,
  oauth,
  workload,
  type HttpAuth,
  type OAuthOptions,
} from "../../../src/runtime/auth/index.ts";
import type { FetchLike } from "../../../src/runtime/http-client.ts";
import type { Given } from "./given.ts";
import { agreeable } from "./person.ts";

/** Where this client is described: the suite knows the document by its address. */
const metadataUrl = "https://conformance-test.local/client-metadata.json";

/** Logs in with what the client was given; where that is nothing, with a person. */
export function authOf(given: Given, fetch: FetchLike): HttpAuth {
  return oauth({ ...credentialsOf(given), allowLoopback: true, fetch });
}

function credentialsOf(given: Given): OAuthOptions {
  if (given.has("valid_jwt"))
    return { machine: workload(() => given.text("valid_jwt")) };
  if (!given.has("client_id"))
    return { login: agreeable, client: { metadataUrl } };
  const id = given.text("client_id");
  if (given.has("private_key_pem"))
    return {
      machine: clientCredentials(),
      client: { id, privateKey: given.text("private_key_pem") },
    };
  const secret = given.text("client_secret");
  // What is registered for people says with whom.
  if (given.has("issuer"))
    return {
      login: agreeable,
      client: { id, secret, issuer: given.text("issuer") },
    };
  const client = { id, secret };
  if (!given.has("idp_id_token"))
    return { machine: clientCredentials(), client };
  const idp = {
    issuer: given.text("idp_issuer"),
    client: { id: given.text("idp_client_id") },
  };
  const token = given.text("idp_id_token");
  return {
    machine: enterprise({ idp, subjectToken: () => ({ token }) }),
    client,
  };
}

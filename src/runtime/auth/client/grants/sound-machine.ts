import { refuseOption, requireKnown } from "../../../protocol/sound-option.ts";
import { isObject } from "../../../protocol/message.ts";
import type { ClientIdentity } from "../client-identity.ts";
import { requireCredential } from "../credentials/authentication.ts";
import type { SafeFetch } from "../fetch/safe-fetch.ts";
import type {
  EnterpriseMachine,
  IdentityProvider,
  Machine,
} from "./machine.ts";

/**
 * Validates the `machine` option before a server is known. Throws a TypeError
 * whose message contains no secrets.
 */
export function validateMachine(
  machine: Machine,
  client: ClientIdentity | undefined,
  fetch: SafeFetch,
): Machine {
  if (!isObject(machine))
    throw new TypeError(
      "machine is an object that clientCredentials(), enterprise(…) or workload(…) gives",
    );
  switch (machine.kind) {
    case "client-credentials":
      if (!client?.secret && !client?.privateKey)
        throw new TypeError(
          "machine: client credentials need a client with a secret or a privateKey",
        );
      return machine;
    case "enterprise":
      if (!client)
        throw new TypeError(
          "machine: an enterprise needs a client that the authorization server knows, or one with a metadataUrl",
        );
      checkEnterprise(machine, fetch);
      return machine;
    case "workload":
      requireFunction("machine.token", machine.token);
      return machine;
    default: {
      const { kind } = machine as { readonly kind: unknown };
      return refuseOption(
        "machine.kind",
        "client-credentials, enterprise or workload",
        kind,
      );
    }
  }
}

/** Option names of all kinds of provider clients. */
const ofProviderClients = {
  id: true,
  secret: true,
  method: true,
  privateKey: true,
  algorithm: true,
  keyId: true,
  audience: true,
} as const;

function checkEnterprise(machine: EnterpriseMachine, fetch: SafeFetch): void {
  const { idp, subjectToken } = machine;
  requireKnown<EnterpriseMachine>("enterprise", machine, {
    kind: true,
    idp: true,
    subjectToken: true,
  });
  requireFunction("machine.subjectToken", subjectToken);
  if (!isObject(idp) || !isObject(idp.client) || !isText(idp.client.id))
    throw new TypeError(
      "machine.idp is an object with a client that has an id",
    );
  requireKnown<IdentityProvider>("machine.idp", idp, {
    issuer: true,
    tokenEndpoint: true,
    client: true,
  });
  const { client }: { client: object } = idp;
  requireKnown("machine.idp.client", client, ofProviderClients);
  requireCredential("machine.idp.client", { ...client });
  const { issuer, tokenEndpoint } = idp;
  if (!isText(issuer ?? tokenEndpoint))
    throw new TypeError("machine.idp has an issuer or a tokenEndpoint");
  for (const [name, url] of Object.entries({ issuer, tokenEndpoint }))
    if (url !== undefined) checkUrl(`machine.idp.${name}`, url, fetch);
}

function checkUrl(name: string, url: string, fetch: SafeFetch): void {
  try {
    fetch.check(url, name);
  } catch (error) {
    // An invalid option is reported as a TypeError.
    throw new TypeError(error instanceof Error ? error.message : name);
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

/** Throws a TypeError without the value, which may be the secret itself. */
function requireFunction(name: string, value: unknown): void {
  if (typeof value !== "function")
    throw new TypeError(`${name} must be a function that returns a token`);
}

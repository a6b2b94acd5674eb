import { describe, expect, test } from "vitest";
import {
  clientCredentials,
  enterprise,
  oauth,
  workload,
  type EnterpriseMachine,
  type OAuthOptions,
} from "../../../../src/runtime/auth/index.ts";
import { generateDpopKey } from "../../../../src/runtime/auth/client/dpop/key.ts";

const client = { id: "me", secret: "the secret" };
const idp = { issuer: "https://idp.example", client: { id: "me" } };
const subjectToken = (): { token: string } => ({ token: "t" });
const login = { start: () => Promise.reject(new Error("nobody")) };
const { pair } = await generateDpopKey("ES384");

/** What a program without types could give. */
function wrong(value: unknown): never {
  return value as never;
}

function machineOf(part: object): EnterpriseMachine {
  return enterprise({ idp, subjectToken, ...part });
}

describe("options for machines and proofs", () => {
  test.each<OAuthOptions>([
    { machine: clientCredentials(), client },
    { machine: clientCredentials(), client: { id: "me", privateKey: "pem" } },
    { machine: machineOf({}), client },
    {
      machine: machineOf({
        idp: {
          tokenEndpoint: "https://idp.example/token",
          client: { id: "me" },
        },
      }),
      client: { metadataUrl: "https://me.example/client.json" },
    },
    { machine: workload(() => "jwt") },
    { login, dpop: true },
    { login, dpop: { required: false, algorithm: "RS256" } },
    { login, dpop: { key: pair } },
    { login, dpop: { key: pair, algorithm: "ES384" } },
  ])("%# are taken", (options) => {
    expect(() => oauth(options)).not.toThrow();
  });

  test.each<[OAuthOptions, RegExp]>([
    [{ machine: wrong("workload") }, /machine is an object/],
    [
      { machine: wrong({ kind: "device" }) },
      /machine\.kind is client-cred.*"device"/,
    ],
    [
      { machine: clientCredentials() },
      /need a client with a secret or a privateKey/,
    ],
    [
      { machine: clientCredentials(), client: { id: "me" } },
      /need a client with a secret/,
    ],
    [
      { machine: machineOf({}) },
      /needs a client that the authorization server knows/,
    ],
    [
      { machine: machineOf({ subjectToken: "eyJ" }), client },
      /machine\.subjectToken must be a function/,
    ],
    [
      { machine: machineOf({ idp: "https://idp" }), client },
      /machine\.idp is an object/,
    ],
    [
      {
        machine: machineOf({
          idp: { issuer: "https://idp.example", client: {} },
        }),
        client,
      },
      /with a client that has an id/,
    ],
    [
      { machine: machineOf({ idp: { client: { id: "me" } } }), client },
      /has an issuer or a tokenEndpoint/,
    ],
    [
      {
        machine: machineOf({ idp: { ...idp, issuer: "http://idp.example" } }),
        client,
      },
      /machine\.idp\.issuer/,
    ],
    [
      { machine: machineOf({ idp: { ...idp, tokenEndpoint: "idp" } }), client },
      /machine\.idp\.tokenEndpoint/,
    ],
    [
      { machine: workload(wrong("eyJ-secret")) },
      /^machine\.token must be a function/,
    ],
    [{ login, dpop: wrong("yes") }, /dpop is a boolean or an object/],
    [
      { login, dpop: wrong({ always: true }) },
      /no option "always": there are required, algorithm, key/,
    ],
    [{ login, dpop: { required: wrong(1) } }, /dpop\.required is a boolean/],
    [
      { login, dpop: { algorithm: wrong("HS256") } },
      /dpop\.algorithm is one of ES256/,
    ],
    [{ login, dpop: { key: wrong({}) } }, /dpop\.key is a CryptoKeyPair/],
    [
      { login, dpop: { key: wrong({ ...pair, privateKey: pair.publicKey }) } },
      /dpop\.key is a CryptoKeyPair/,
    ],
    [
      { login, dpop: { key: pair, algorithm: "ES256" } },
      /is for ES384, not for ES256/,
    ],
  ])("%# are refused, and no secret is shown", (options, message) => {
    expect(() => oauth(options)).toThrow(TypeError);
    expect(() => oauth(options)).toThrow(message);
    expect(() => oauth(options)).not.toThrow(/eyJ/);
  });
});

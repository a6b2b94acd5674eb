import { describe, expect, test } from "vitest";
import { bodyOf, endless, redirect, stage, type Staged } from "./stage.ts";

const wellKnown = "/.well-known/oauth-authorization-server";

const beforeLogin: [string, Staged][] = [
  [
    "metadata that name another issuer",
    { server: { metadataFields: { issuer: "https://honest.example" } } },
  ],
  [
    "metadata whose issuer differs by a slash alone",
    {
      twist({ server }) {
        server.answers.metadata = async (_, usual) => ({
          body: { ...bodyOf(await usual()), issuer: `${server.issuer}/` },
        });
      },
    },
  ],
  [
    "metadata of a resource that is another",
    { resource: { metadataFields: { resource: "https://other.example/mcp" } } },
  ],
  [
    "metadata of a resource that redirect to another origin",
    {
      twist({ resource, thief }) {
        resource.answers.metadata = () => redirect(`${thief.origin}/prm`, 302);
      },
    },
  ],
  [
    "metadata of a server that redirect to another origin",
    {
      twist({ server, thief }) {
        server.answers.metadata = () => redirect(thief.origin + wellKnown, 302);
      },
    },
  ],
  [
    "metadata without end",
    {
      twist({ server }) {
        server.answers.metadata = () => endless;
      },
    },
  ],
  [
    "metadata of a resource without end",
    {
      twist({ resource }) {
        resource.answers.metadata = () => endless;
      },
    },
  ],
  [
    "an authorization endpoint that is a script",
    {
      server: {
        metadataFields: { authorization_endpoint: "javascript:alert(1)" },
      },
    },
  ],
  [
    "an authorization endpoint that is a file",
    {
      server: {
        metadataFields: { authorization_endpoint: "file:///etc/passwd" },
      },
    },
  ],
  [
    "an authorization endpoint that is data",
    {
      server: {
        metadataFields: { authorization_endpoint: "data:text/html,<p>" },
      },
    },
  ],
  [
    "an authorization endpoint in the clear, which is not loopback",
    {
      server: {
        metadataFields: {
          authorization_endpoint: "http://as.example/authorize",
        },
      },
    },
  ],
  [
    "a token endpoint in the clear, which is not loopback",
    {
      server: {
        metadataFields: { token_endpoint: "http://as.example/token" },
      },
    },
  ],
  [
    "a server that does not promise S256",
    {
      server: {
        metadataFields: { code_challenge_methods_supported: ["plain"] },
      },
    },
  ],
  [
    "a server that says nothing of PKCE",
    {
      server: {
        metadataFields: { code_challenge_methods_supported: undefined },
      },
    },
  ],
];

describe("nobody is sent anywhere, and nothing is told, by", () => {
  test.each(beforeLogin)("%s", async (_, staged) => {
    const { attempt, login, thief, server } = await stage(staged);
    await expect(attempt()).rejects.toThrow();
    expect(login.visits).toEqual([]);
    expect(login.open).toBe(0);
    expect(thief.requests).toEqual([]);
    expect(server.asked("token")).toEqual([]);
  });
});

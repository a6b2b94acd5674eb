import { expect, test } from "vitest";
import { bearerChallenge } from "../../../src/runtime/auth/client/discovery/challenge.ts";
import {
  discover,
  type Discovery,
} from "../../../src/runtime/auth/client/discovery/discover.ts";
import { createSafeFetch } from "../../../src/runtime/auth/client/safe-fetch.ts";
import { createWeb, metadataOf, type Page, type Web } from "./web.ts";

const server = "https://mcp.example.com/mcp";
const prm = "https://mcp.example.com/.well-known/oauth-protected-resource";
const as = "https://as.example.com";
const asMetadata = `${as}/.well-known/oauth-authorization-server`;

function find(
  web: Web,
  url: string = server,
  header: string | null = "Bearer",
  preferred: readonly string[] = [],
): Promise<Discovery> {
  return discover({
    url,
    challenge: bearerChallenge(header),
    fetch: createSafeFetch({ fetch: web.fetch }),
    preferred,
  });
}

const listed = { resource: server, authorization_servers: [as] };
const found: Readonly<Record<string, Page>> = { [asMetadata]: metadataOf(as) };

test("resource metadata are where the challenge says", async () => {
  const elsewhere = "https://meta.example.com/of?resource=mcp";
  const web = createWeb({ ...found, [elsewhere]: listed });
  const header = `Bearer resource_metadata="${elsewhere}"`;
  const { issuer, resource, isAssumed } = await find(web, server, header);
  expect({ issuer, resource, isAssumed }).toEqual({
    issuer: as,
    resource: server,
    isAssumed: false,
  });
  expect(web.asked).toEqual([`GET ${elsewhere}`, `GET ${asMetadata}`]);
});

test("without a word of them they are at the path, then at the root, with the query", async () => {
  const url = `${server}?project=7`;
  const web = createWeb({ ...found, [`${prm}?project=7`]: listed });
  await find(web, url);
  expect(web.asked).toEqual([
    `GET ${prm}/mcp?project=7`,
    `GET ${prm}?project=7`,
    `GET ${asMetadata}`,
  ]);
});

test("a server without anything has its endpoints where the first ones had them", async () => {
  const web = createWeb({});
  const { server: found, issuer, isAssumed } = await find(web);
  expect({ issuer, isAssumed }).toEqual({
    issuer: "https://mcp.example.com",
    isAssumed: true,
  });
  expect(found.token_endpoint).toBe("https://mcp.example.com/token");
});

import { expect, test } from "vitest";
import { memoryStore } from "../../../src/runtime/auth/client/memory-store.ts";
import {
  registered,
  type RegistrationNeeds,
} from "../../../src/runtime/auth/client/registration/registered.ts";
import { createSafeFetch } from "../../../src/runtime/auth/client/fetch/safe-fetch.ts";
import { createWeb, type Page } from "../discovery/web.ts";

const issuer = "https://as.example.com";
const registration = `${issuer}/register`;
const redirectUri = "http://127.0.0.1:4000/callback";

function needing(
  answer: Page,
  needs: Partial<RegistrationNeeds> = {},
): { needs: RegistrationNeeds; sent: () => Record<string, unknown>[] } {
  const web = createWeb({ [registration]: answer });
  return {
    needs: {
      server: { issuer, registration_endpoint: registration },
      fetch: createSafeFetch({ fetch: web.fetch }),
      store: memoryStore(),
      options: {},
      redirectUri,
      ...needs,
    },
    sent: () => web.requests.map(({ init }) => JSON.parse(String(init.body))),
  };
}

test("a client registers once, as native on loopback, and the registration is used again", async () => {
  const { needs, sent } = needing(() =>
    Response.json({ client_id: "c1" }, { status: 201 }),
  );
  const first = await registered(needs);
  const second = await registered(needs);
  expect([first.client.client_id, second.client.client_id]).toEqual([
    "c1",
    "c1",
  ]);
  expect(sent()).toEqual([
    {
      client_name: "mcp-gen",
      redirect_uris: [redirectUri],
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "client_secret_basic",
      application_type: "native",
    },
  ]);
});

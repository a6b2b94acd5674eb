import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Authorize } from "../../../src/runtime/http.ts";
import { tool } from "../features/host.ts";
import { all, modernRequest, serverOf } from "../revisions.ts";
import { faces } from "./faces.ts";
import {
  clientOf,
  headersOf,
  type Answer,
  type TestClient,
} from "./stateless-client.ts";

const users = new Map([["secret", "ada"]]);

/** A simple bearer check. */
const bearer: Authorize = ({ header }) => {
  const [scheme, token = ""] = (header("authorization") ?? "").split(" ");
  const principal = scheme === "Bearer" ? users.get(token) : undefined;
  if (principal === undefined)
    return { status: 401, challenge: 'Bearer realm="mcp"' };
  if (header("x-read-only") !== undefined)
    return { status: 403, challenge: 'Bearer error="insufficient_scope"' };
  return { principal, auth: { scopes: ["all"] } };
};

const later: Authorize = async (request) => {
  await turn();
  return bearer(request);
};

function clientWith(authorize: unknown, errors: Error[] = []): TestClient {
  const whoami = tool("whoami", {}, (_, { principal, auth }) =>
    JSON.stringify({ principal, auth }),
  );
  const onError = (error: Error): void => void errors.push(error);
  // Some are no functions of that type.
  const options = { authorize: authorize as Authorize, onError };
  return clientOf(serverOf(all, { features: [whoami] }), options);
}

const call = modernRequest(1, "tools/call", { name: "whoami" });
const known = { authorization: "Bearer secret" };

const said = ({ messages }: Answer): unknown =>
  (messages[0] as { result: { content: { text: string }[] } }).result.content[0]
    ?.text;

describe.each([
  ["at once", bearer],
  ["later", later],
])("who is authorized %s", (_, authorize) => {
  test("is known to handlers", async () => {
    const answer = await clientWith(authorize).ask(call, known);
    expect(said(answer)).toBe('{"principal":"ada","auth":{"scopes":["all"]}}');
  });

  test.each([undefined, "secret", "Bearer", "Bearer other", "Basic secret"])(
    "is not %j, and is told how to be",
    async (authorization) => {
      const { post } = clientWith(authorize);
      const answer = await post(call, { authorization });
      expect(answer.status).toBe(401);
      expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="mcp"');
      expect(await answer.json()).toEqual({
        jsonrpc: "2.0",
        error: { code: -32600, message: "Unauthorized" },
      });
    },
  );

  test("may still not do everything", async () => {
    const { post } = clientWith(authorize);
    const answer = await post(call, { ...known, "x-read-only": "1" });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("www-authenticate")).toContain("scope");
  });
});

test("what is shown can be malformed", async () => {
  const challenge = 'Bearer error="invalid_request"';
  const { post } = clientWith(() => ({ status: 400, challenge }));
  const answer = await post(call, known);
  expect(answer.status).toBe(400);
  expect(answer.headers.get("www-authenticate")).toBe(challenge);
  expect(await answer.json()).toEqual({
    jsonrpc: "2.0",
    error: { code: -32600, message: "Bad Request" },
  });
});

test.each(faces)(
  "a header has a name in any case on the %s face",
  async (_, open) => {
    const face = await open(serverOf(all), {
      authorize: ({ header }) => {
        const principal = header("X-User");
        return principal === undefined
          ? { status: 401, challenge: "Bearer" }
          : { principal };
      },
    });
    onTestFinished(() => face.close());
    const message = modernRequest(1, "server/discover");
    const sent = { host: "localhost", ...headersOf(message), "x-user": "ada" };
    // What has no value is left out before.
    const headers = Object.entries(sent) as [string, string][];
    const body = JSON.stringify(message);
    expect((await face.send({ headers, body })).status).toBe(200);
  },
);

test("nobody is known where nothing is asked", async () => {
  expect(said(await clientWith(undefined).ask(call))).toBe("{}");
});

test("who has to be asked is, before the body is read", async () => {
  const { handler } = clientWith(bearer);
  let reads = 0;
  const body = new ReadableStream(
    {
      pull() {
        reads++;
        throw new Error("was read");
      },
    },
    { highWaterMark: 0 },
  );
  const answer = await handler(
    new Request("http://localhost/mcp", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      duplex: "half",
    }),
  );
  expect([answer.status, reads]).toEqual([401, 0]);
});

const broken = (): never => {
  throw new Error("no database");
};

test.each<[string, unknown, string]>([
  ["throws", broken, "no database"],
  ["rejects", () => Promise.reject(new Error("too late")), "too late"],
  ["returns nothing", () => {}, "authorize returns"],
  ["resolves to nothing", async () => {}, "authorize returns"],
  ["names nobody", () => ({ principal: undefined }), "authorize returns"],
  ["names nobody by an empty name", () => ({ principal: "" }), "not empty"],
  [
    "refuses with another status",
    () => ({ status: 200, challenge: "a" }),
    "authorize returns",
  ],
  ["returns what is truthy", () => true, "authorize returns"],
])("one that %s lets nobody in", async (_, authorize, reason) => {
  const errors: Error[] = [];
  const answer = await clientWith(authorize, errors).ask(call, known);
  expect(answer).toMatchObject({
    status: 500,
    messages: [{ error: { code: -32603, message: "Internal error" } }],
  });
  expect(errors.map(({ message }) => message)).toEqual([
    expect.stringContaining(reason),
  ]);
});

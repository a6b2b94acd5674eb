import { describe, expect, test } from "vitest";
import {
  isObject,
  type JsonObject,
} from "../../../src/runtime/protocol/message.ts";
import { inputRequired } from "../../../src/runtime/protocol/input-required.ts";
import { modernRequest } from "../revisions.ts";
import { type Call } from "../tool-server.ts";
import {
  clientWith,
  type Headers,
  type TestClient,
} from "./stateless-client.ts";

const can = { elicitation: {} };
const question = {
  method: "elicitation/create",
  params: {
    mode: "form",
    message: "Your name?",
    requestedSchema: { type: "object", properties: {} },
  },
};

const greet: Call = (_params, { inputResponses }) => {
  const answer = inputResponses?.["user_name"];
  if (!isObject(answer))
    return inputRequired({ user_name: question }, { step: 1 });
  const { action } = answer;
  return { content: [{ type: "text", text: `you did ${String(action)}` }] };
};

const repeat = (
  { requestState }: JsonObject,
  more: object = {},
): Record<string, unknown> =>
  modernRequest(
    "again",
    "tools/call",
    {
      name: "a",
      requestState,
      inputResponses: { user_name: { action: "decline" } },
      ...more,
    },
    can,
  );

/** Asks, and takes what the server waits for. */
async function begin(
  client: TestClient,
  headers?: Headers,
): Promise<JsonObject> {
  const message = modernRequest(1, "tools/call", { name: "a" }, can);
  const { status, messages } = await client.ask(message, headers);
  expect(status).toBe(200);
  const result = messages[0]?.["result"];
  expect(result).toMatchObject({ resultType: "input_required" });
  return isObject(result) ? result : {};
}

describe("a server that waits for input", () => {
  test("goes on when the client repeats its request with it", async () => {
    const client = clientWith(greet);
    const waiting = await begin(client);
    expect(waiting).toMatchObject({ inputRequests: { user_name: question } });
    expect(await client.ask(repeat(waiting))).toMatchObject({
      status: 200,
      messages: [
        { id: "again", result: { content: [{ text: "you did decline" }] } },
      ],
    });
  });

  test("takes no state that was tampered with", async () => {
    const client = clientWith(greet);
    const { requestState } = await begin(client);
    const tampered = { requestState: `${String(requestState)}-TAMPERED` };
    expect(await client.ask(repeat(tampered))).toMatchObject({
      status: 400,
      messages: [{ error: { code: -32602 } }],
    });
  });

  test("takes no state of another tool", async () => {
    const client = clientWith(greet);
    const waiting = await begin(client);
    const other = repeat(waiting, { name: "b" });
    expect(await client.ask(other)).toMatchObject({ status: 400 });
  });

  test("takes no state of another principal", async () => {
    const client = clientWith(greet, {
      authorize: ({ header }) => ({ principal: header("x-user") ?? "nobody" }),
    });
    const waiting = await begin(client, { "x-user": "ann" });
    const again = repeat(waiting);
    expect(await client.ask(again, { "x-user": "bob" })).toMatchObject({
      status: 400,
    });
    expect(await client.ask(again, { "x-user": "ann" })).toMatchObject({
      status: 200,
    });
  });

  test("asks for nothing that the client did not say it can", async () => {
    const message = modernRequest(1, "tools/call", { name: "a" });
    expect(await clientWith(greet).ask(message)).toMatchObject({
      status: 400,
      messages: [
        {
          id: 1,
          error: {
            code: -32021,
            data: { requiredCapabilities: { elicitation: {} } },
          },
        },
      ],
    });
  });
});

import { describe, expect, test } from "vitest";
import { all, initializeAs, metaOf, modern, serverOf } from "../revisions.ts";
import {
  ask,
  call,
  capabilitiesKey,
  versionKey,
  withHeaders,
  type Call,
} from "./stateless-call.ts";
import { clientOf } from "./stateless-client.ts";

/** What is wrong with a call, and how it is refused. */
interface Step {
  readonly name: string;
  readonly change: (call: Call) => Call;
  readonly status: number;
  readonly error: { readonly code: number; readonly message: unknown };
}

/** In the order of the ladder. */
const steps: readonly Step[] = [
  {
    name: "a missing version header",
    change: withHeaders({ "mcp-protocol-version": undefined }),
    status: 400,
    error: {
      code: -32020,
      message: `Header mismatch: MCP-Protocol-Version is missing; this server speaks ${all.join(", ")}`,
    },
  },
  {
    name: "a missing _meta",
    change: (given) => ({ ...given, meta: { [versionKey]: modern } }),
    status: 400,
    error: {
      code: -32602,
      message: `Invalid params: _meta.${capabilitiesKey}: expected an object, found nothing`,
    },
  },
  {
    name: "a version header that is not the request's",
    change: withHeaders({ "mcp-protocol-version": "2098-01-01" }),
    status: 400,
    error: {
      code: -32020,
      message: expect.stringMatching(
        /MCP-Protocol-Version is "2098-01-01", and the request names "20/,
      ),
    },
  },
  {
    name: "a revision that is not spoken",
    change: (given) => ({
      ...withHeaders({
        "mcp-protocol-version": "2099-01-01",
        ...given.headers,
      })(given),
      meta: { ...given.meta, [versionKey]: "2099-01-01" },
    }),
    status: 400,
    error: {
      code: -32022,
      message: expect.stringContaining("this server speaks"),
    },
  },
  {
    name: "a missing method header",
    change: withHeaders({ "mcp-method": undefined }),
    status: 400,
    error: { code: -32020, message: "Header mismatch: Mcp-Method is missing" },
  },
  {
    name: "a missing name header",
    change: withHeaders({ "mcp-name": undefined }),
    status: 400,
    error: { code: -32020, message: "Header mismatch: Mcp-Name is missing" },
  },
  {
    name: "an unknown method",
    change: (given) => ({ ...given, method: "tools/nothing" }),
    status: 404,
    error: { code: -32601, message: "Method not found: tools/nothing" },
  },
  {
    name: "a missing header of an argument",
    change: withHeaders({ "mcp-param-region": undefined }),
    status: 400,
    error: {
      code: -32020,
      message:
        "Header mismatch: mcp-param-region is missing, and arguments.region is not",
    },
  },
  {
    name: "params that are not valid",
    change: (given) => ({
      ...given,
      params: { ...given.params, inputResponses: [] },
    }),
    status: 400,
    error: {
      code: -32602,
      message: expect.stringContaining("inputResponses"),
    },
  },
];

const refusalOf = ({ status, error }: Step): object => ({
  status,
  type: "application/json",
  messages: [{ jsonrpc: "2.0", id: "x", error }],
});

test("a request without fault is served", async () => {
  expect(await ask(call)).toMatchObject({
    status: 200,
    messages: [{ id: "x", result: { content: [{ text: "served" }] } }],
  });
});

test.each([all, [modern]])(
  "an unknown version header on initialize is refused with the revisions, %j",
  async (...spoken) => {
    const client = clientOf(serverOf(spoken, { capabilities: {} }));
    for (const header of ["2030-01-01", "2026", "garbage"]) {
      const { status, messages } = await client.ask(
        initializeAs("2025-11-25"),
        { "mcp-protocol-version": header },
      );
      expect(status).toBe(400);
      expect(messages).toMatchObject([
        {
          error: {
            code: -32022,
            message: expect.stringContaining(
              `Unsupported protocol version: this server speaks ${spoken.join(", ")}`,
            ),
            data: { requested: header, supported: spoken },
          },
        },
      ]);
    }
  },
);

describe("each step refuses by itself:", () => {
  test.each(steps.map((step) => [step.name, step] as const))(
    "%s",
    async (_, step) => {
      expect(await ask(step.change(call))).toMatchObject(refusalOf(step));
    },
  );
});

describe("an earlier step goes before the next:", () => {
  // An unknown method has neither a name nor arguments in headers.
  const together = steps.filter(({ name }) => name !== "an unknown method");
  const pairs = together.slice(1).map((later, index) => {
    const earlier = together[index] ?? later;
    return [earlier.name, later.name, earlier, later] as const;
  });
  test.each(pairs)("%s, then %s", async (_, __, earlier, later) => {
    const both = await ask(earlier.change(later.change(call)));
    expect(both).toMatchObject(refusalOf(earlier));
  });

  test("a missing name header, then a method that is not served", async () => {
    const none = clientOf(serverOf(all, { capabilities: {} }));
    const message = {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params: { name: "a", _meta: metaOf() },
    };
    const unnamed = await none.ask(message, { "mcp-name": undefined });
    expect(unnamed).toMatchObject({ status: 400 });
    expect(unnamed.messages).toMatchObject([{ error: { code: -32020 } }]);
    const named = await none.ask(message);
    expect(named).toMatchObject({ status: 404 });
    expect(named.messages).toMatchObject([{ error: { code: -32601 } }]);
  });

  test("a wrong method header, then an unknown method", async () => {
    const refused = await ask({
      ...call,
      method: "tools/nothing",
      headers: { "mcp-method": "tools/call" },
    });
    expect(refused.messages).toMatchObject([{ error: { code: -32020 } }]);
  });

  test("an unknown method, then headers of arguments, which it has none of", async () => {
    const refused = await ask({
      ...call,
      method: "tools/nothing",
      headers: { "mcp-param-region": "eu" },
    });
    expect(refused.messages).toMatchObject([{ error: { code: -32601 } }]);
  });
});

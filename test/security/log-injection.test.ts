import {
  afterEach,
  beforeEach,
  describe,
  expect,
  test,
  vi,
  type MockInstance,
} from "vitest";
import { createClient } from "../runtime/test-client.ts";
import { legacy, modern } from "../runtime/client-tables.ts";
import {
  createScript,
  legacyServer,
  modernServer,
  settle,
  welcome,
} from "../runtime/script.ts";
import { patient } from "../runtime/wait.ts";

/** Ends its line and colours the next, as a forged line of a log would. */
const forged = "a\r\n\u001b[31m\u009b31m\u2028root logged in";

let printed: MockInstance<typeof console.error>;
beforeEach(() => {
  printed = vi.spyOn(console, "error").mockImplementation(() => {});
});
afterEach(() => printed.mockRestore());

/** What the default `onError` has printed. */
function messages(): string[] {
  return printed.mock.calls.map(([given]) =>
    given instanceof Error ? given.message : String(given),
  );
}

function expectOneLine(): void {
  expect(messages().join("")).toContain("root logged in");
  for (const message of messages())
    expect(message).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
}

describe("what a server chose cannot break a log:", () => {
  test("the method of a request where a server may send none", async () => {
    const client = createClient([modern("3")]);
    const script = createScript(modernServer(["3"]));
    await client.connect(script);
    script.receive({ jsonrpc: "2.0", id: 1, method: forged });
    await settle();
    expectOneLine();
  });

  test("an error that answers no request", async () => {
    const client = createClient([legacy("1")]);
    const script = createScript(legacyServer("1"));
    await client.connect(script);
    const error = { code: -32000, message: forged };
    script.receive({ jsonrpc: "2.0", error });
    await settle();
    expectOneLine();
  });

  test("a refusal of what is not worth a failure", async () => {
    const client = createClient([legacy("1")], { logLevel: "info" });
    const script = createScript(
      legacyServer("1", (message, { refuse }) => {
        if (message.id !== undefined)
          refuse(message, { code: -32602, message: forged });
      }),
    );
    await client.connect(script);
    await settle();
    expectOneLine();
  });

  test("the revision of a server that is started again", async () => {
    const client = createClient([legacy("1")]);
    const revisions = ["1", forged];
    const scripts = revisions.map((revision) =>
      createScript((message, script) => {
        if (message.method === "initialize")
          script.answer(message, welcome(revision));
      }),
    );
    const waiting = [...scripts];
    const open = () => waiting.shift() ?? createScript();
    await client.connect(open, { restart: { attempts: 1, delayMs: 1 } });
    scripts[0]?.die();
    await vi.waitFor(() => expect(messages()).not.toEqual([]), patient);
    expectOneLine();
    await client.close();
  });
});

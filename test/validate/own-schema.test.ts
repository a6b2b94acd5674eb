import { describe, expect, test } from "vitest";
import { schema } from "../cli/command-line.ts";
import { client, request, result, server } from "./traffic.ts";
import { said, watching } from "./watch.ts";

/** Results that their type or a key of their own tells apart, and an error type without its message. */
const text = `${schema.replace("EchoResult extends Result {", "$& resultType?: ResultType;")}
export type ResultType = "complete" | "asked";
export interface AskedResult extends Result { resultType: "asked"; question: string }
export const TOO_FAST = -32050;
export interface TooFastError { code: typeof TOO_FAST; message: string; data: { wait: number } }
export interface BuiltResult extends Result { constructor: string }
export interface EchoResultResponse { result: EchoResult | BuiltResult | AskedResult }
`;

describe("a schema of one's own", () => {
  const schemas = [{ text, revision: "next", file: "schema.ts" }];
  const watch = watching({ schemas });
  const echo = (id: number) => client(request(id, "echo", { text: "a" }));

  test("may have an error type that stands inside its message", async () => {
    const error = { code: -32050, message: "Wait", data: { wait: "long" } };
    const found = await watch(
      echo(1),
      server({ jsonrpc: "2.0", id: 1, error }),
    );
    expect(found.map(said)).toEqual([
      "2 server echo wrong-type error.data.wait",
    ]);
  });

  test("may leave out the type of the usual result", async () => {
    const asked = { resultType: "asked", question: 7 };
    const found = await watch(
      echo(1),
      server(result(1, { text: "a" })),
      echo(2),
      server(result(2, { text: "a", resultType: "complete" })),
      echo(3),
      server(result(3, { text: 7 })),
      echo(4),
      server(result(4, asked)),
    );
    expect(found.map(said)).toEqual([
      "6 server echo wrong-type result.text",
      "8 server echo wrong-type result.question",
    ]);
  });

  test("tells results apart by keys that they have themselves", async () => {
    const found = await watch(
      echo(1),
      echo(2),
      echo(3),
      server(result(1, { text: "a" })),
      server(result(2, { constructor: "a" })),
      server(result(3, { constructor: 7 })),
    );
    expect(found.map(said)).toEqual([
      "6 server echo wrong-type result.constructor",
    ]);
  });
});

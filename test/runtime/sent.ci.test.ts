import { describe, expect, test } from "vitest";
import { guardedSchemas } from "../../src/emit/guards/index.ts";
import { load } from "../../src/revisions/load.ts";
import { bundledRevisions } from "../../src/revisions/revisions.ts";
import type {
  ProtocolTable,
  RequestEntry,
} from "../../src/runtime/protocol/revision/protocol-table.ts";
import { chooseResult } from "../../src/runtime/protocol/revision/choose-result.ts";
import type { ServerSettings } from "../../src/runtime/server/settings.ts";
import type { Server } from "../../src/runtime/server/create-server.ts";
import type { Message } from "../../src/runtime/protocol/message.ts";
import type { Receiver } from "../../src/runtime/peer/transport.ts";
import { mutate, mutations } from "../emit/guards/mutations.ts";
import { createValues } from "../emit/guards/values.ts";
import {
  initializeAs,
  modernRequest,
  notification,
  request,
} from "./revisions.ts";
import { fc, runs } from "../support/random.ts";

type Fields = Record<string, unknown>;
type CreateServer = (options: ServerSettings) => Server;

const revisions = bundledRevisions()
  .filter(({ aliasOf }) => aliasOf === undefined)
  .map(({ id }) => id);
const [newest = ""] = [...revisions].sort().reverse();

/** Params with which a method is asked; what is asked decides nothing here. */
const params: Readonly<Record<string, Fields>> = {
  "tools/list": {},
  "tools/call": { name: "a" },
  "prompts/list": {},
  "prompts/get": { name: "a" },
  "resources/list": {},
  "resources/templates/list": {},
  "resources/read": { uri: "mem://a" },
  "completion/complete": {
    ref: { type: "ref/prompt", name: "a" },
    argument: { name: "a", value: "" },
  },
};

/** A server whose handlers return what they are told to, and what it sends. */
function outlet(
  createServer: CreateServer,
  table: ProtocolTable,
): (method: string, result: unknown) => Fields {
  let result: unknown;
  const names = Object.keys(params).map(
    (method) => table.requests[method]?.handler ?? "",
  );
  const handlers = Object.fromEntries(
    names.map((name) => [name, () => result]),
  );
  const capabilities = {
    tools: {},
    prompts: {},
    resources: {},
    completions: {},
  };
  const server = createServer({
    info: { name: "a", version: "1" },
    onError() {},
    capabilities,
    handlers,
  });
  const sent: Message[] = [];
  let receiver: Receiver | undefined;
  server.connect({
    start: (one) => (receiver = one),
    send: (message) => void sent.push(JSON.parse(JSON.stringify(message))),
    close: async () => receiver?.closed(),
  });
  if (table.lifecycle === "handshake") {
    receiver?.message(initializeAs(table.revision));
    receiver?.message(notification("notifications/initialized"));
  }
  let id = 0;
  return (method, value) => {
    result = value;
    const asked = params[method] ?? {};
    sent.length = 0;
    receiver?.message(
      table.lifecycle === "handshake"
        ? request(++id, method, asked)
        : modernRequest(++id, method, asked),
    );
    // A result that is at hand is sent at once.
    const [answer] = sent;
    if (sent.length !== 1 || answer === undefined)
      throw new Error(`${sent.length} answers`);
    return answer as unknown as Fields;
  };
}

/** What the peer's guard says of an answer; nothing of an error. */
function refused(entry: RequestEntry | undefined, { result }: Fields): unknown {
  if (result === undefined) return undefined;
  const type = entry && chooseResult(entry, result as Fields);
  return type ? type.validate(result) : "no result type matches";
}

/** Of the kinds that a revision has, few values are one by chance. */
function completed(value: unknown): unknown {
  return typeof value === "object" && value !== null && "resultType" in value
    ? { ...value, resultType: "complete" }
    : value;
}

async function importFrom(path: string): Promise<Fields> {
  return (await import(/* @vite-ignore */ path)) as Fields;
}

describe.each([
  ["a server of its own", (revision: string) => `${revision}/server.ts`],
  ["one of all revisions", () => "index.ts"],
])("what handlers of %s return", (_, fileOf) => {
  test.each(revisions)(
    "leaves in %s only when its clients take it",
    async (revision) => {
      const isAlone = fileOf(revision) !== "index.ts";
      const { protocol } = await importFrom(
        `../../generated/${revision}/dispatch.ts`,
      );
      const { createServer } = await importFrom(
        `../../generated/${fileOf(revision)}`,
      );
      const table = protocol as ProtocolTable;
      const model = await load(isAlone ? revision : newest);
      const values = createValues(guardedSchemas(model));
      const send = outlet(createServer as CreateServer, table);
      const methods = model.requests.filter(({ method }) =>
        Object.hasOwn(params, method),
      );
      const answers = fc.oneof(
        ...methods.map(({ method, results }) =>
          fc.record({
            method: fc.constant(method),
            value: values(results.at(-1)?.name ?? "").map(completed),
          }),
        ),
      );
      let left = 0;
      let kept = 0;
      const count = Math.ceil(runs(10_000) / 2);
      fc.assert(
        fc.property(
          answers,
          fc.array(mutations, { maxLength: 3 }),
          ({ method, value }, changes) => {
            const result = changes.reduce<unknown>(mutate, value);
            // What asks for input is no result yet.
            fc.pre(
              (result as Fields | null)?.["resultType"] !== "input_required",
            );
            const answer = send(method, result);
            const issue = refused(table.requests[method], answer);
            expect([method, result, issue]).toEqual([
              method,
              result,
              undefined,
            ]);
            if ("result" in answer) left++;
            else kept++;
          },
        ),
        { numRuns: count },
      );
      // It says nothing where all leaves, or nothing does.
      expect(left).toBeGreaterThan(count / 10);
      expect(kept).toBeGreaterThan(count / 10);
    },
  );
});

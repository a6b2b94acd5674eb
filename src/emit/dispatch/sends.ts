import type {
  Direction,
  MethodResult,
  Protocol,
} from "../../schema/model/index.ts";
import { asksForInput } from "../../schema/model/input.ts";
import { comment } from "../print/comment.ts";
import { block, type Doc } from "../print/layout.ts";
import { createLookup } from "../lookup/lookup.ts";
import type { Item } from "../print/module.ts";
import { objectKey } from "../print/names.ts";
import { resultEntries } from "./tables.ts";

/** A method, and the types of the results or params that a side sends for it. */
export interface Sent {
  readonly method: string;
  readonly types: readonly MethodResult[];
}

/** What one side receives and sends that the other does not. */
interface Side {
  readonly receives: readonly Direction[];
  readonly sends: readonly Direction[];
}

const sides: Readonly<Record<"server" | "client", Side>> = {
  server: {
    receives: ["clientToServer"],
    sends: ["serverToClient", "embedded"],
  },
  client: {
    receives: ["serverToClient", "embedded"],
    sends: ["clientToServer"],
  },
};

/** What the runtime answers by itself: it knows what it says. */
const answeredAnyway: readonly string[] = [
  "initialize",
  "server/discover",
  "subscriptions/listen",
];

/**
 * The results and notifications of a side whose guards its table has not: that has
 * those of what both sides send. What says nothing is left out, and a result that
 * asks for input: what that asks is looked at as requests are.
 */
export function sentBy(side: "server" | "client", protocol: Protocol): Sent[] {
  const { receives, sends } = sides[side];
  const { properties, isUnion } = createLookup(protocol);
  const saysMore = (type: MethodResult): boolean =>
    isUnion(type) ||
    [...properties(type).keys()].some((name) => name !== "_meta");
  const answers = protocol.requests
    .filter(({ direction }) => receives.includes(direction))
    .filter(({ method }) => !answeredAnyway.includes(method))
    .map(({ method, results }) => ({
      method,
      types: results.filter((result) => !asksForInput(result)),
    }));
  const told = protocol.notifications
    .filter(({ direction }) => sends.includes(direction))
    .map(({ method, params: { name, type } }) => ({
      method,
      types: [{ name, ...(type && { type }) }],
    }));
  return [...answers, ...told]
    .map(({ method, types }) => ({ method, types: types.filter(saysMore) }))
    .filter(({ types }) => types.length > 0);
}

/** The guards of what each side sends, for a server or a client to check its own. */
export function sentTables(protocol: Protocol): Item[] {
  return (["server", "client"] as const).flatMap((side): Item[] => {
    const create = `create${side === "server" ? "Server" : "Client"}Sends`;
    const rows = sentBy(side, protocol).map(({ method, types }): Doc => [
      `${objectKey(method)}: `,
      resultEntries(types),
      ",",
    ]);
    return [
      {
        kind: "constant",
        comment: comment(`The guards of what a ${side} sends.`),
        exported: true,
        name: `${side}Sends`,
        type: "SideSends",
        value: `/* @__PURE__ */ ${create}()`,
      },
      {
        kind: "function",
        exported: false,
        name: create,
        parameters: [],
        returns: "SideSends",
        body: [["return ", block(...rows), ";"]],
      },
    ];
  });
}

import { sha256 } from "../../base/digest.ts";
import { dispatchModule } from "../../emit/dispatch/index.ts";
import { guardsModule } from "../../emit/guards/index.ts";
import type { Item, Module } from "../../emit/print/module.ts";
import { renderModule } from "../../emit/print/render.ts";
import type { MessageKind } from "../message/finding.ts";
import type { JsonObject } from "../message/json.ts";
import type { Direction, Protocol } from "../../schema/model/index.ts";

/** Why a value is not of a type, as the emitted guards say it. */
export interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

export type Validate = (value: unknown) => Issue | undefined;

/** Gives the validator of a type; undefined when the protocol has no such type. */
export type Guards = (type: string) => Validate | undefined;

/** What the emitted dispatch module says of a revision. */
export interface Dispatch {
  readonly protocol: Table;
  chooseResult(method: string, result: object): ResultEntry | undefined;
  readonly messageForm: ReadForm;
}

/** Tells what an object is by its keys, or what keeps it from being a message. */
export type ReadForm = (
  message: object,
  has: (message: JsonObject, key: string) => boolean,
) => MessageKind | Fault;

/** What keeps an object from being a message. */
export type Fault =
  | "wrong-version"
  | "wrong-method"
  | "call-and-answer"
  | "result-and-error"
  | "no-method";

export interface Table {
  readonly revision: string;
  readonly lifecycle: Protocol["lifecycle"];
  readonly batches: boolean;
  readonly errorsWithoutId: boolean;
  readonly requests: { readonly [method: string]: RequestEntry };
  readonly notifications: { readonly [method: string]: NotificationEntry };
}

export interface NotificationEntry {
  readonly direction: Direction;
}

export interface RequestEntry extends NotificationEntry {
  readonly results: readonly ResultEntry[];
}

export interface ResultEntry {
  readonly when?: { readonly property: string };
  readonly validate: Validate;
}

/** The guards and the dispatch of a protocol. */
export interface ImportedCode {
  readonly guards: Guards;
  readonly dispatch: Dispatch;
}

// By what a protocol says: Node.js keeps a module as long, whoever has forgotten it.
const imported = new Map<string, Promise<ImportedCode>>();

/**
 * The guards and the dispatch of any protocol, as they are emitted: what mcp-gen says
 * here is what the generated code says. The emitted modules are imported from memory,
 * so there is no other implementation of a rule that could differ, and nothing is
 * written. They are emitted once for all protocols that say the same.
 */
export async function importCode(protocol: Protocol): Promise<ImportedCode> {
  const content = sha256(JSON.stringify(protocol));
  const known = imported.get(content);
  if (known !== undefined) return known;
  const code = importEmitted(protocol);
  imported.set(content, code);
  code.catch(() => imported.delete(content));
  return code;
}

async function importEmitted(protocol: Protocol): Promise<ImportedCode> {
  const guardsAddress = addressOf(guardsModule(protocol, false));
  const { items, ...module } = dispatchModule(protocol);
  const dispatchAddress = addressOf({
    ...module,
    items: items.map((item) => linked(item, guardsAddress)),
  });
  // Emitted by us a moment ago.
  const guards = (await import(/* @vite-ignore */ guardsAddress)) as Readonly<
    Record<string, Validate | undefined>
  >;
  const dispatch = (await import(
    /* @vite-ignore */ dispatchAddress
  )) as Dispatch;
  return { guards: (type) => guards[`validate${type}`], dispatch };
}

/** Modules in memory have no neighbours, and here the rules of one are wanted too. */
function linked(item: Item, guardsAddress: string): Item {
  if (item.kind === "import" && !item.types)
    return { ...item, from: guardsAddress };
  return item.kind === "fixed" ? { ...item, exported: true } : item;
}

function addressOf(module: Module): string {
  const [file] = renderModule(module, { target: "js", importExtension: ".js" });
  // A module for JavaScript is a file and its types.
  if (file === undefined) throw new Error("unreachable");
  const text = Buffer.from(file.text).toString("base64");
  return `data:text/javascript;base64,${text}`;
}

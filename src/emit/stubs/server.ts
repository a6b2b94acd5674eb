import { capabilityKeys } from "../../schema/model/paths/capability-path.ts";
import type { Capability } from "../../schema/model/index.ts";
import { comment } from "../print/comment.ts";
import { object, type ObjectMember } from "../dispatch/objects.ts";
import { block, call, lines, types, type Doc } from "../print/layout.ts";
import type { FunctionItem, Item } from "../print/module.ts";
import { quote } from "../print/names.ts";
import { answersType, contextType } from "./context.ts";
import { asksForm, formMaker, formValue } from "./forms.ts";
import { handlersType } from "./handlers.ts";
import { inputMakers } from "./input.ts";
import { extensionsOf, optionsType } from "./options.ts";
import { methodFunction } from "./method-function.ts";
import { notifyMember, peerItems } from "./peer.ts";
import { spokenRevisions } from "./revisions.ts";
import { createServerText, printText } from "./texts.ts";
import {
  runtimeType,
  runtimeValue,
  type Stub,
  type StubNotification,
} from "./stub.ts";

/** The typed server: one optional handler for each message a client sends. */
export function serverItems(stub: Stub): Item[] {
  const items = [
    contextType(stub),
    ...answersType(stub),
    ...formValue(stub),
    handlersType(stub),
    optionsType(stub),
    serverType(stub),
    createServer(stub),
    spokenRevisions(stub),
    ...peerItems(stub),
    ...inputMakers(stub),
    ...formMaker(stub),
  ];
  return [...stub.imports.items(), ...inputRequired(stub), ...items];
}

/** What handlers ask the client with is at hand where they are written. */
function inputRequired({ askable, runtime }: Stub): Item[] {
  if (askable.length === 0) return [];
  const reexport = (name: string, types: boolean): Item => ({
    kind: "reexport",
    types,
    names: [{ name }],
    from: runtime,
  });
  return [
    reexport("inputRequired", false),
    ...(askable.some(asksForm) ? [reexport("FormAnswer", true)] : []),
  ];
}

function serverType(stub: Stub): Item {
  const base = runtimeType(stub, "Server", "BaseServer");
  const changes = changesOf(stub);
  const members = changes.map((message) => notifyMember(stub, message, "void"));
  const text = `Server extends ${base}<ClientPeer>`;
  return {
    kind: "type",
    comment: comment("Serves any number of clients."),
    exported: true,
    name: "Server",
    text: [
      `interface ${text} `,
      changes.length === 0
        ? "{}"
        : block(
            lines(comment("Tells the clients that asked to hear of changes."), [
              "readonly notify: ",
              block(...members),
              ";",
            ]),
          ),
    ],
  };
}

function createServer(stub: Stub): FunctionItem {
  const { parameter, members } = extensionsOf(stub);
  const build = runtimeValue(stub, "buildServer");
  const server = `${build}(revisions, options, createClientPeer)`;
  const changes = changesOf(stub);
  const notify = changes.map(({ message }): ObjectMember => [
    message.handler,
    call("publish", [quote(message.method)]),
  ]);
  return {
    kind: "function",
    comment: comment(printText(createServerText, stub.docs)),
    exported: true,
    name: "createServer",
    typeParameters: parameter,
    parameters: [{ name: "options", type: "ServerOptions<Extensions>" }],
    returns: `Server & ${members}`,
    body:
      changes.length === 0
        ? [`return ${server};`]
        : [
            `const server = ${server};`,
            publishFunction,
            [
              "return Object.assign(server, ",
              object([["notify", object(notify)]]),
              ");",
            ],
          ],
  };
}

const publishFunction: Doc = methodFunction(
  "publish",
  ["(params", types("?: object"), ")", types(": void")],
  "server.publish(method, params && { ...params });",
);

/** The notifications of changes: a server declares for each kind that it tells of them. */
function changesOf({ sends }: Stub): StubNotification[] {
  return sends.notifications.filter(({ message: { capability } }) =>
    isOfChange(capability),
  );
}

function isOfChange(capability: Capability | undefined): boolean {
  return (
    capability?.side === "server" && capabilityKeys(capability.path).length > 1
  );
}

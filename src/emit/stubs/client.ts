import { comment } from "../print/comment.ts";
import { group, indent, line } from "../print/layout.ts";
import type { FunctionItem, Item } from "../print/module.ts";
import { quote } from "../print/names.ts";
import { typeArguments } from "../print/type-syntax.ts";
import { contextType } from "./context.ts";
import { handlersType } from "./handlers.ts";
import { extensionsOf, optionsType } from "./options.ts";
import { peerItems } from "./peer.ts";
import { spokenRevisions } from "./revisions.ts";
import { unionOf } from "./signature.ts";
import { createClientText, printText } from "./texts.ts";
import { declaredOr, runtimeType, runtimeValue, type Stub } from "./stub.ts";

/** The typed client: one function for each request that a server answers. */
export function clientItems(stub: Stub): Item[] {
  const items = [
    contextType(stub),
    handlersType(stub),
    optionsType(stub),
    clientType(stub),
    createClient(stub),
    spokenRevisions(stub),
    ...peerItems(stub),
  ];
  return [...stub.imports.items(), ...items];
}

function clientType(stub: Stub): Item {
  const info = declaredOr(stub, "Implementation", "object");
  const capabilities = declaredOr(stub, "ServerCapabilities", "object");
  const endpoint = typeArguments(runtimeType(stub, "ClientEndpoint"), [
    info,
    capabilities,
    unionOf(stub.origins.map(({ protocol }) => quote(protocol.revision))),
  ]);
  return {
    kind: "type",
    comment: comment("Calls one server at a time."),
    exported: true,
    name: "Client",
    text: [
      group(
        "interface Client",
        indent(
          line,
          "extends",
          group(indent(line, endpoint, ",", line, "ServerPeer")),
        ),
      ),
      " {}",
    ],
  };
}

function createClient(stub: Stub): FunctionItem {
  const { parameter, members } = extensionsOf(stub);
  const build = runtimeValue(stub, "buildClient");
  return {
    kind: "function",
    comment: comment(printText(createClientText, stub.docs)),
    exported: true,
    name: "createClient",
    typeParameters: parameter,
    parameters: [{ name: "options", type: "ClientOptions<Extensions>" }],
    returns: `Client & ${members}`,
    body: [`return ${build}(revisions, options, createServerPeer);`],
  };
}

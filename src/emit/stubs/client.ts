import type { Protocol } from "../../model/index.ts";
import { comment } from "../comment.ts";
import { fileHeader } from "../header.ts";
import { group, indent, line } from "../layout.ts";
import type { Item, Module } from "../module.ts";
import { typeArguments } from "../type-syntax.ts";
import { contextType, handlersType } from "./handlers.ts";
import { optionsType } from "./options.ts";
import { peerItems } from "./peer.ts";
import {
  clientSide,
  createStub,
  declaredOr,
  runtimeImports,
  stubImports,
  type Stub,
  type StubOptions,
} from "./stub.ts";

/** The typed client: one function for each request that a server answers. */
export function clientModule(protocol: Protocol, options: StubOptions): Module {
  const stub = createStub(protocol, clientSide, options);
  return {
    path: `${protocol.revision}/client`,
    header: fileHeader(protocol, "Client"),
    items: [
      ...stubImports(stub),
      ...runtimeImports(stub, "buildClient", [
        { name: "ClientEndpoint" },
        { name: "ClientSettings" },
      ]),
      contextType(stub),
      handlersType(stub),
      optionsType(stub),
      clientType(stub),
      createClient(),
      ...peerItems(stub),
    ],
  };
}

function clientType(stub: Stub): Item {
  const info = declaredOr(stub, "Implementation", "object");
  const capabilities = declaredOr(stub, "ServerCapabilities", "object");
  return {
    kind: "type",
    exported: true,
    name: "Client",
    text: [
      "type Client = ",
      group(
        typeArguments("ClientEndpoint", [info, capabilities]),
        indent(" &", line, "ServerPeer;"),
      ),
    ],
  };
}

function createClient(): Item {
  return {
    kind: "function",
    comment: comment("A client of this revision, for one server at a time."),
    exported: true,
    name: "createClient",
    parameters: [{ name: "options", type: "ClientOptions" }],
    returns: "Client",
    body: ["return buildClient(protocol, options, createServerPeer);"],
  };
}

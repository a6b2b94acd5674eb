import type { Protocol } from "../../model/index.ts";
import { comment } from "../comment.ts";
import { fileHeader } from "../header.ts";
import type { Item, Module } from "../module.ts";
import { contextType, handlersType } from "./handlers.ts";
import { optionsType } from "./options.ts";
import { peerItems } from "./peer.ts";
import {
  createStub,
  runtimeImports,
  serverSide,
  stubImports,
  type StubOptions,
} from "./stub.ts";

/** The typed server: one optional handler for each message a client sends. */
export function serverModule(protocol: Protocol, options: StubOptions): Module {
  const stub = createStub(protocol, serverSide, options);
  return {
    path: `${protocol.revision}/server`,
    header: fileHeader(protocol, "Server"),
    items: [
      ...stubImports(stub),
      ...runtimeImports(stub, "buildServer", [
        { name: "Server", as: "BaseServer" },
        { name: "ServerSettings" },
      ]),
      contextType(stub),
      handlersType(stub),
      optionsType(stub),
      serverType(),
      createServer(),
      ...peerItems(stub),
    ],
  };
}

function serverType(): Item {
  return {
    kind: "type",
    exported: true,
    name: "Server",
    text: "type Server = BaseServer<ClientPeer>;",
  };
}

function createServer(): Item {
  return {
    kind: "function",
    comment: comment("A server of this revision, for any number of clients."),
    exported: true,
    name: "createServer",
    parameters: [{ name: "options", type: "ServerOptions" }],
    returns: "Server",
    body: ["return buildServer(protocol, options, createClientPeer);"],
  };
}

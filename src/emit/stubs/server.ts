import type { Protocol } from "../../model/index.ts";
import { comment } from "../comment.ts";
import { fileHeader } from "../header.ts";
import { block, lines } from "../layout.ts";
import type { Item, Module } from "../module.ts";
import {
  createStub,
  declaredOr,
  runtimeImports,
  SERVER,
  stubImports,
  type Stub,
} from "./stub.ts";
import { contextType, handlersType } from "./handlers.ts";
import { peerItems } from "./peer.ts";

/** The typed server: one optional handler for each message a client sends. */
export function serverModule(protocol: Protocol, runtime: string): Module {
  const stub = createStub(protocol, SERVER, runtime);
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

function optionsType(stub: Stub): Item {
  const info = declaredOr(stub, "Implementation", "object");
  const capabilities = declaredOr(stub, "ServerCapabilities", "object");
  return {
    kind: "type",
    exported: true,
    name: "ServerOptions",
    text: [
      "interface ServerOptions extends ServerSettings ",
      block(
        `readonly info: ${info};`,
        lines(
          comment("What the handlers cannot tell; theirs are added to it."),
          `readonly capabilities?: ${capabilities};`,
        ),
        "readonly handlers: ServerHandlers;",
      ),
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

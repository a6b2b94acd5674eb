import type { Protocol } from "../../schema/model/index.ts";
import { fileHeader } from "../print/header.ts";
import type { Module } from "../print/module.ts";
import { clientItems } from "./client.ts";
import type { LeftOut } from "./registry/fitting.ts";
import { leftOutFactories, registryItems } from "./registry/registry.ts";
import { serverItems } from "./server.ts";
import {
  clientSide,
  createStub,
  ownOrigin,
  serverSide,
  type StubOptions,
} from "./stub.ts";

/** The typed server of one revision. */
export function serverModule(protocol: Protocol, options: StubOptions): Module {
  const stub = createStub([ownOrigin(protocol)], serverSide, options);
  return {
    path: `${protocol.revision}/server`,
    header: fileHeader(protocol, "Server"),
    items: serverItems(stub),
  };
}

/** The typed client of one revision. */
export function clientModule(protocol: Protocol, options: StubOptions): Module {
  const stub = createStub([ownOrigin(protocol)], clientSide, options);
  return {
    path: `${protocol.revision}/client`,
    header: fileHeader(protocol, "Client"),
    items: clientItems(stub),
  };
}

/** The factories of features, typed for one revision. */
export function registryModule(
  protocol: Protocol,
  options: StubOptions,
): Module {
  const stub = createStub([ownOrigin(protocol)], serverSide, options);
  return {
    path: `${protocol.revision}/registry`,
    header: fileHeader(protocol, "Features"),
    items: registryItems(stub),
  };
}

/** The factories that a revision knows the methods of, and has no place for. */
export function leftOutOf(protocol: Protocol, options: StubOptions): LeftOut[] {
  return leftOutFactories(
    createStub([ownOrigin(protocol)], serverSide, options),
  );
}

import type { Declaration } from "./declaration.ts";
import type { Type } from "./type.ts";

/** One revision of the Model Context Protocol, as plain data. */
export interface Protocol {
  /** The version of this format. */
  formatVersion: 1;
  /** The revision's identity: the name of its folder, such as `2025-11-25`. */
  revision: string;
  /** Where the schema is from, where that is known. */
  source?: Source;
  /** `handshake` opens with `initialize`; `stateless` repeats itself in every request. */
  lifecycle: Lifecycle;
  /** Whether several messages may travel as one JSON array. */
  batches: boolean;
  /** What the schema does not hold and the specification's prose does, by name. */
  features: string[];
  /**
   * With the feature `integer-numbers`, the places where a number may have a fraction
   * although no tag says so: a type name, or one followed by property names, joined by
   * dots. Types that are referred to there are not meant.
   */
  fractions: string[];
  /** Where the specification's pages of this revision start. */
  pages: Pages;
  /** All that the schema declares, in source order. */
  declarations: Declaration[];
  /** The requests, by method. */
  requests: RequestMethod[];
  /** The notifications, by method. */
  notifications: NotificationMethod[];
  /** The errors that the revision names. */
  errors: ErrorCode[];
  /** Codes that are not sent, but for those of `errors` among them; the first that fits holds. */
  reservedCodes?: ReservedCodes[];
  /**
   * What methods, types and fields are for, in words that are none of the schema's: by
   * method, type name, or type name followed by property names, joined by dots.
   */
  descriptions?: Record<string, string>;
  /** The extensions that were added to it. */
  extensions?: AddedExtension[];
}

/** An extension that is part of a revision. */
export interface AddedExtension {
  /** Its identifier. */
  extension: string;
  /** The revision of its own schema. */
  revision: string;
  /** The types and constants that it declares: none of them is the core's. */
  declarations: string[];
  /** True if a `number` of its schema is an integer where no tag says otherwise. */
  integers?: true;
}

/** How two peers agree on what they speak. */
export type Lifecycle = "handshake" | "stateless";

/** Where the schema came from. */
export interface Source {
  /** The address of the schema. */
  url?: string;
  /** The commit that it is of. */
  commit?: string;
  /** The digest of its text, in hex. */
  sha256: string;
}

/** Where the specification's pages are. */
export interface Pages {
  /** The address that every `page` of the protocol is relative to. */
  base: string;
  /** The page that has an anchor for each type, where there is one. */
  types?: string;
}

/** Who sends a message: `embedded` ones travel inside another message, `none` is in no union. */
export type Direction =
  "clientToServer" | "serverToClient" | "both" | "embedded" | "none";

/** A notification, or what a request has in common with one. */
export interface NotificationMethod {
  /** The method, such as `notifications/progress`. */
  method: string;
  /** The interface that declares the message. */
  type: string;
  /** The name of the handler: `CallToolRequest` → `callTool`. */
  handler: string;
  /** Who sends it. */
  direction: Direction;
  /** What it carries. */
  params: Params;
  /** The capability without which the message is not sent. */
  capability?: Capability;
  /** The specification's page, relative to `pages.base`. */
  page?: string;
}

/** A request, and what answers it. */
export interface RequestMethod extends NotificationMethod {
  /** The results that answer it, in the order of choice. */
  results: MethodResult[];
  /** The param that names what is called: `name` of a tool, `uri` of a resource. */
  name?: string;
  /** Whether the server may ask for the client's input before it answers. */
  input?: true;
}

/** What has to be declared before something is used. */
export interface Capability {
  /** Who declares it: one side, or whoever receives or sends the message. */
  side: "client" | "server" | "receiver" | "sender";
  /** The path inside that side's capabilities: `resources.subscribe`. */
  path: string;
}

/** The params of a method, with the `_meta` that every message may carry. */
export interface Params {
  /** The declared type, or the name generated for params that stand inline. */
  name: string;
  /** Whether the message must carry params. */
  required: boolean;
  /** Absent when `name` is declared by the schema. */
  type?: Type;
}

/** One of the results that answer a request. */
export interface MethodResult {
  /** The declared type, or the name generated for a result that stands inline. */
  name: string;
  /** Absent when `name` is declared by the schema. */
  type?: Type;
  /** What tells this result from the others; absent where nothing does. */
  when?: ResultCondition;
}

/** What tells one result of a method from the others. */
export interface ResultCondition {
  /** The property that tells. */
  property: string;
  /** The value of the property; absent when its presence is enough. */
  value?: string;
  /** Whether a result without the property is meant too. */
  orAbsent?: true;
}

/** A range of error codes, both ends included. */
export interface ReservedCodes {
  /** The lowest code. */
  from: number;
  /** The highest code. */
  to: number;
  /** The code that is sent instead. */
  as: number;
}

/** An error that the revision names. */
export interface ErrorCode {
  /** The name of the constant, such as `METHOD_NOT_FOUND`. */
  name: string;
  /** Its number on the wire. */
  code: number;
  /** The type of the error, where the schema declares one. */
  type?: string;
  /** The specification's page, for a code that only the prose names. */
  page?: string;
}

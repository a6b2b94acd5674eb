import type { Declaration, Position } from "./declaration.ts";
import type { ResultCondition, Source } from "./protocol.ts";

/**
 * An extension of the protocol, as plain data: what its own schema declares, what it
 * takes from the core, and the facts that no schema says. It is the same for every
 * revision of the core.
 */
export interface ExtensionModel {
  /** The version of this format. */
  formatVersion: 1;
  /** Its identifier, such as `io.modelcontextprotocol/tasks`. */
  extension: string;
  /** The revision of its own schema, such as `draft`. */
  revision: string;
  /** Where the schema is from, where that is known. */
  source?: Source;
  /** What the schema takes from the core, in source order. */
  imports: CoreImport[];
  /** All that the schema declares, in source order. */
  declarations: Declaration[];
  /** The names that it declares and does not export: no message is among them. */
  unexported?: string[];
  /** What is true of it and does not stand in its schema. */
  facts: ExtensionFacts;
}

/** A name of the core that an extension's schema uses. */
export interface CoreImport {
  /** The name that the core has for it. */
  name: string;
  /** The name that the schema has for it, where that is another. */
  as?: string;
  /** Where it is imported. */
  position?: Position;
}

/** What an extension's schema cannot say. All of it may be absent. */
export interface ExtensionFacts {
  /** The address that every `page` is relative to. */
  pages?: string;
  /** The first revision of the core that it is for. Without it, the earliest. */
  since?: string;
  /** The first revision of the core that it is no longer for. */
  until?: string;
  /** Its messages, by method. */
  methods?: Record<string, ExtensionMethodFact>;
  /** Results that methods of the core may have instead of their own, by method. */
  results?: Record<string, AlternativeResult[]>;
  /** Types of the core, and the type of the extension whose fields they get as well. */
  widens?: Record<string, string>;
  /** Notifications that a client subscribes to by `subscriptions/listen`, by method. */
  subscriptions?: Record<string, SubscriptionFact>;
  /** True if a `number` of its schema is an integer where no tag says otherwise. */
  integers?: true;
  /** The type of what either side says of it in `capabilities.extensions`. */
  settings?: string;
  /** The module of the runtime that gives it behaviour, and the function in it. */
  behaviour?: {
    /** The module, as the runtime's own entries are named: `extension`. */
    module: string;
    /** The function in it that makes the extension. */
    name: string;
  };
  /** What types and fields are for: by name, or name followed by properties, joined by dots. */
  descriptions?: Record<string, string>;
}

/** What no schema says of one message of an extension. */
export interface ExtensionMethodFact {
  /** Which declaration it is, where several have the method. */
  type?: string;
  /** What it is, where neither its base nor its name tells. */
  kind?: "request" | "notification";
  /** Who sends it. Without it, both do. */
  direction?: "clientToServer" | "serverToClient" | "both";
  /** The result of a request, where its name does not tell. */
  result?: string;
  /** Whether it needs the peer to have declared the extension. */
  gated?: boolean;
  /** The param that names what is called, which HTTP repeats in a header. */
  name?: string;
  /** The page that describes it, relative to `pages`. */
  page?: string;
  /** What it is for. */
  description?: string;
}

/** A result that stands for another. */
export interface AlternativeResult {
  /** The type of the extension. */
  name: string;
  /** What tells it from the others. */
  when: ResultCondition;
}

/** How a client says which notifications it wants to hear. */
export interface SubscriptionFact {
  /** The field of the filter that lists what is meant: `taskIds`. */
  filter: string;
  /** The param of the notification that is looked for in that list: `taskId`. */
  param: string;
}

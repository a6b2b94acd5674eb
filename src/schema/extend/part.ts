import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import type {
  Declaration,
  ExtensionModel,
  MethodResult,
  NotificationMethod,
  Protocol,
  RequestMethod,
  SubscriptionFact,
} from "../model/index.ts";

/** A revision of the core with the extensions that are for it. */
export interface ExtendedProtocol {
  /** The core and the extensions, as one. */
  protocol: Protocol;
  /** What each extension adds, in the order in which they were given. */
  parts: ExtensionPart[];
  /** The extensions that are not for this revision. */
  absent: AbsentExtension[];
  /** What is doubtful. */
  diagnostics: Diagnostic[];
  /** What facts name and this revision does not have: another of those read with it may. */
  unknown: UnknownFact[];
}

/** What one extension adds to one revision of the core. */
export interface ExtensionPart {
  /** The extension. */
  readonly model: ExtensionModel;
  /** The last segment of its identifier: `tasks`. */
  readonly name: string;
  /** Its name in code, of its value and of its members: `my-widgets` → `myWidgets`. */
  readonly member: string;
  /** What it declares itself, in source order: what copies the core's is not among it. */
  readonly declarations: readonly Declaration[];
  /** Declarations that it copied from the core, and that differ from the core's. */
  readonly copies: readonly Declaration[];
  /**
   * Its requests, in source order. One that is gated has the capability
   * `extensions["<identifier>"]` of the receiver, others have none.
   */
  readonly requests: readonly RequestMethod[];
  /** Its notifications, likewise. */
  readonly notifications: readonly NotificationMethod[];
  /** Results that methods of the core may have instead of their own, by method. */
  readonly results: Readonly<Record<string, readonly MethodResult[]>>;
  /** Types of the core, and the type of the extension whose fields they get as well. */
  readonly widens: Readonly<Record<string, string>>;
  /** Notifications that a client subscribes to, by method. */
  readonly subscriptions: Readonly<Record<string, SubscriptionFact>>;
  /** What its methods, types and fields are for, by path, as in `Protocol`. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** The type of what either side says of it in `capabilities.extensions`. */
  readonly settings?: string;
  /** The module of the runtime that gives it behaviour, and the function in it. */
  readonly behaviour?: { readonly module: string; readonly name: string };
  /**
   * The names that its declarations and messages take from the core, sorted: of types and
   * of constants.
   */
  readonly core: readonly string[];
}

/** An extension that is not for a revision, and why. */
export interface AbsentExtension {
  readonly model: ExtensionModel;
  /** The names that it imports and that the revision lacks; none where its facts leave the revision out. */
  readonly missing: ExtensionModel["imports"];
}

/** What a fact of an extension names and a revision with it does not have. */
export interface UnknownFact {
  /** The identifier of the extension. */
  readonly extension: string;
  /** `the method "widgets/get"`. */
  readonly subject: string;
  readonly hint?: string;
  /** Whether the extension's own schema is what has to have it, whatever the revision. */
  readonly isOwn: boolean;
}

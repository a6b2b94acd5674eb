import { isObject } from "../../protocol/message.ts";
import type {
  Challenge,
  Offered,
  Permit,
} from "../../protocol/scopes/permit.ts";
import type { Received } from "../../protocol/received.ts";
import type { Viewer } from "../../protocol/viewer.ts";
import { whenReady, type Eventual } from "../../protocol/when-ready.ts";
import type { Challenger } from "./challenge.ts";
import {
  needsOfMessages,
  needsOfReading,
  type NeedRules,
  type OperationScopes,
} from "./message-needs.ts";
import type { Needs } from "./feature-needs.ts";

/** Rules of a permission. */
export interface PermissionRules {
  /** Scopes that every request requires. */
  readonly base: readonly string[];
  readonly operationScopes: OperationScopes | undefined;
  readonly challenge: Challenger;
}

const updated = "notifications/resources/updated";

/** Scope checks for one token. */
export class Permission implements Permit {
  readonly #viewer: Viewer;
  readonly #rules: PermissionRules;

  constructor(viewer: Viewer, rules: PermissionRules) {
    this.#viewer = viewer;
    this.#rules = rules;
  }

  needs(messages: readonly Received[], offered: Offered): Needs {
    return needsOfMessages(messages, this.#needRules(offered));
  }

  lacks(scopes: readonly string[]): Challenge | undefined {
    const { base, challenge } = this.#rules;
    const granted = this.#viewer.scopes;
    const isGranted = (scope: string): boolean => granted?.has(scope) === true;
    if (base.every(isGranted) && scopes.every(isGranted)) return undefined;
    const all = [...new Set([...base, ...scopes])];
    return challenge({ error: "insufficient_scope", scopes: all });
  }

  mayRead(uri: string, offered: Offered): Eventual<boolean> {
    return whenReady(
      needsOfReading(uri, this.#needRules(offered)),
      (needs) => !this.lacks(needs),
    );
  }

  mayHear(kept: string, offered: Offered): Eventual<boolean> {
    // Most stored messages are not updates, so they are not parsed.
    if (!kept.includes(updated)) return true;
    const message: unknown = JSON.parse(kept);
    if (!isObject(message) || message["method"] !== updated) return true;
    const { params } = message;
    return isObject(params)
      ? this.mayRead(String(params["uri"]), offered)
      : false;
  }

  #needRules(offered: Offered): NeedRules {
    const { operationScopes } = this.#rules;
    return { offered, viewer: this.#viewer, operationScopes };
  }
}

import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import type {
  Capability,
  Declaration,
  Lifecycle,
  NotificationMethod,
  Pages,
  Protocol,
  RequestMethod,
  Source,
  Type,
} from "../model/index.ts";
import { asksForInput } from "../model/input.ts";
import { createScope, type Scope } from "../model/scope.ts";
import { holds } from "../overrides/applies.ts";
import type { KnownFacts } from "../overrides/known-facts.ts";
import type { Fact, FactTables } from "../overrides/tables.ts";
import { camelCase } from "./camel-case.ts";
import { chooseMessages } from "./choose.ts";
import { deriveDescriptions } from "./descriptions.ts";
import { deriveErrors } from "./errors.ts";
import { checkFacts, inheritedFacts } from "./facts.ts";
import { isDeclared, resolveAlias } from "./lookup.ts";
import { findMessages, messageStem, type Message } from "./messages.ts";
import { deriveParams } from "./params.ts";
import { checkMessages } from "./problems.ts";
import { deriveResults } from "./results.ts";
import { roles } from "./roles.ts";

export interface DeriveOptions {
  /** The revision's identity. */
  revision: string;
  source?: Source;
  /** Facts in addition to the known ones. */
  facts?: Partial<FactTables>;
  /** The known facts. */
  known: KnownFacts;
  /** The revisions that the facts were written for. */
  knownRevisions?: readonly string[];
  /** True if the protocol publishes the schema; it is the default. */
  published?: boolean;
}

export interface DerivedProtocol {
  protocol: Protocol;
  diagnostics: Diagnostic[];
}

/** Where every revision's pages are. */
const site = "https://modelcontextprotocol.io/specification";
const draft = "draft";

/** Turns the declarations of a schema into the protocol that they describe. */
export function deriveProtocol(
  declarations: readonly Declaration[],
  options: DeriveOptions,
): DerivedProtocol {
  const { revision, source, facts = {}, known } = options;
  const scope = createScope(declarations);
  const current = factsOf(known, facts, options);
  const found = findMessages(scope);
  const { messages, shared } = chooseMessages(found, current.messages);
  const requests = messages
    .filter(({ kind }) => kind === "request")
    .map((message) => requestMethod(message, scope, current));
  const notifications = messages
    .filter(({ kind }) => kind === "notification")
    .map((message) => messageOf(message, scope, current));
  const protocol: Protocol = {
    formatVersion: 1,
    revision,
    ...(source === undefined ? {} : { source }),
    lifecycle: lifecycleOf(requests),
    batches: hasBatches(scope),
    features: current.features.map(({ name }) => name),
    pages: pagesOf(current, revision),
    fractions: current.fractions.map(({ at }) => at),
    declarations: [...declarations],
    requests,
    notifications,
    errors: [...deriveErrors(scope), ...errorsOf(current, scope)],
    reservedCodes: current.codes.map(({ from, to, as }) => ({ from, to, as })),
    descriptions: deriveDescriptions(current.descriptions, {
      declarations,
      requests,
      notifications,
    }),
  };
  return {
    protocol,
    diagnostics: [
      ...checkMessages({ messages, shared }, protocol, scope),
      ...checkFacts(facts, known, protocol, found),
      ...inheritedFacts(revision, options.knownRevisions ?? [revision]),
    ],
  };
}

/** The facts that hold in a revision; an added one comes last and so prevails. */
export function factsOf(
  known: KnownFacts,
  added: Partial<FactTables>,
  { revision, published = true }: Pick<DeriveOptions, "revision" | "published">,
): FactTables {
  const current = <T extends Fact>(
    table: readonly T[],
    more?: readonly T[],
  ): T[] => [...table, ...(more ?? [])].filter((fact) => holds(fact, revision));
  return {
    capabilities: current(known.capabilities, added.capabilities),
    features: lastOfName(
      current(
        known.features.filter((fact) => published || fact.published !== true),
        added.features,
      ),
    ),
    errors: lastOfName(current(known.errors, added.errors)),
    // An added one goes first, as the first that fits holds.
    codes: [...current(added.codes ?? []), ...current(known.codes)],
    pages: current(known.pages, added.pages),
    fractions: current(known.fractions, added.fractions),
    inputs: current(known.inputs, added.inputs),
    names: current(known.names, added.names),
    messages: current(known.messages, added.messages),
    descriptions: current(known.descriptions, added.descriptions),
  };
}

function lastOfName<T extends { name: string }>(facts: readonly T[]): T[] {
  return [...new Map(facts.map((fact) => [fact.name, fact])).values()];
}

function requestMethod(
  message: Message,
  scope: Scope,
  facts: FactTables,
): RequestMethod {
  const results = deriveResults(message, scope);
  const asks =
    results.some(asksForInput) ||
    facts.inputs.some(({ method }) => method === message.method);
  const name = facts.names.findLast(
    ({ method }) => method === message.method,
  )?.param;
  return {
    ...messageOf(message, scope, facts),
    results,
    ...(name !== undefined && { name }),
    ...(asks && { input: true }),
  };
}

function messageOf(
  message: Message,
  scope: Scope,
  facts: FactTables,
): NotificationMethod {
  const { method, direction } = message;
  const capability = capabilityOf(method, facts);
  const page = facts.pages.findLast((fact) => fact.method === method)?.page;
  return {
    method,
    type: message.declaration.name,
    handler: camelCase(messageStem(message)),
    direction,
    params: deriveParams(message, scope),
    ...(capability === undefined ? {} : { capability }),
    ...(page === undefined ? {} : { page }),
  };
}

function capabilityOf(
  method: string,
  facts: FactTables,
): Capability | undefined {
  const fact = facts.capabilities.findLast((entry) => entry.method === method);
  return fact === undefined ? undefined : { side: fact.side, path: fact.path };
}

/** A server that must be asked what it speaks keeps no state between requests. */
function lifecycleOf(requests: readonly RequestMethod[]): Lifecycle {
  return requests.some(({ method }) => method === "initialize")
    ? "handshake"
    : "stateless";
}

function hasBatches(scope: Scope): boolean {
  const isBatch = (type: Type): boolean => {
    const resolved = resolveAlias(type, scope);
    return resolved.kind === "union"
      ? resolved.members.some(isBatch)
      : resolved.kind === "array";
  };
  return isBatch({ kind: "reference", name: roles.message });
}

/** What bears no date has not been published: its pages are those of the draft. */
function pagesOf(facts: FactTables, revision: string): Pages {
  const isDated = /^\d{4}-\d{2}-\d{2}$/.test(revision);
  const base = `${site}/${isDated ? revision : draft}`;
  const isPublished = isDated || revision === draft;
  const hasTypes = facts.features.some(({ name }) => name === "schema-page");
  return isPublished && hasTypes ? { base, types: "schema" } : { base };
}

/** A code that the schema declares itself needs no fact. */
function errorsOf(facts: FactTables, scope: Scope): Protocol["errors"] {
  return facts.errors
    .filter(({ name }) => !isDeclared(name, scope))
    .map(({ name, code, page }) => ({ name, code, page }));
}

import { UsageError } from "../../../base/diagnostics/error.ts";
import { suggest } from "../../../base/diagnostics/nearest.ts";
import type { JsonObject } from "../../../runtime/protocol/message.ts";
import { buildObject, type GivenText } from "../params/build.ts";
import { checkNames, type Subject } from "../params/check.ts";
import type { Place } from "../params/schema.ts";
import { argumentUsage } from "../print/signature.ts";
import type { Catalog } from "./catalog.ts";
import type { Methods } from "./methods.ts";
import { findNamed, listed, namedMethods, type NamedMethod } from "./named.ts";

/** What is sent. */
export interface Plan {
  readonly kind: "request" | "notification";
  readonly method: string;
  readonly params: JsonObject;
  /** What is odd about the params, and sent all the same. */
  readonly notes: readonly string[];
}

/** What a call is planned from. */
export interface Planning {
  /** A method, or what stands for one: a tool, a prompt, a URI. */
  readonly word: string;
  readonly given: readonly GivenText[];
  /** Takes names as they are. */
  readonly isAsIs: boolean;
  readonly methods: Methods;
  readonly catalog: Catalog;
  /** Revisions that have a method, for one that the spoken one has not. */
  revisionsWith(method: string): Promise<readonly string[]>;
}

/**
 * Finds out what a word and its arguments ask for. Throws a UsageError for a name that
 * there is not, with the nearest, and for arguments that do not fit; nothing was sent
 * by then but questions for what there is.
 */
export async function planCall(planning: Planning): Promise<Plan> {
  const { word, given, methods, catalog } = planning;
  const { requests, notifications } = methods;
  if (word === "initialize" || word === "notifications/initialized")
    throw new UsageError(
      "unknown-method",
      `${word} is sent when the connection is opened`,
      { hint: "without a method, what the server answers to it is shown" },
    );
  const named = namedMethods.get(word);
  if (named && requests.includes(word)) return planNamed(word, named, planning);
  if (requests.includes(word)) return planMethod("request", planning);
  if (notifications.includes(word)) return planMethod("notification", planning);
  if (isUri(word)) {
    const uri = { key: "uri", text: word, isLiteral: true };
    const all = { ...planning, given: [uri, ...given] };
    return planMethod("request", all, "resources/read");
  }
  for (const [method, one] of namedMethods) {
    if (!requests.includes(method)) continue;
    const items = await catalog.list(one.list);
    const item = items.find(({ name }) => name === word);
    if (item) return callNamed(method, { ...one, item }, planning, given);
  }
  if (planning.isAsIs) return planMethod("request", planning);
  await refuseKnown(planning);
  return planMethod("request", planning);
}

function isUri(word: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\//i.test(word);
}

/** Any method of the revision, or of nobody's. */
function planMethod(
  kind: Plan["kind"],
  { given, methods, isAsIs, word }: Planning,
  method: string = word,
): Plan {
  const place = methods.paramsOf(method);
  const params = buildObject(given, place);
  const subject = { what: method, usage: argumentUsage(place) };
  const notes = isAsIs ? [] : namesNoted(params, place, subject);
  return { kind, method, params, notes };
}

/** `tools/call` and its like, where the name is an argument, and arguments have a schema of their own. */
async function planNamed(
  method: string,
  named: NamedMethod,
  planning: Planning,
): Promise<Plan> {
  const { given, methods, catalog, isAsIs } = planning;
  const inner = given.filter(isInner);
  const outer = given.filter((one) => !isInner(one));
  const place = methods.paramsOf(method);
  const params = buildObject(outer, place);
  const subject = { what: method, usage: "--arg name=…" };
  const notes = isAsIs ? [] : namesNoted(params, place, subject);
  const { name } = params;
  const items = await catalog.list(named.list);
  const item =
    typeof name !== "string" || isAsIs
      ? items.find((one) => one["name"] === name)
      : findNamed(name, items, named.what);
  const found = { ...named, item: item ?? {} };
  const stripped = inner.map(({ key = "", ...one }) => ({
    ...one,
    key: key === "arguments" ? undefined : key.slice("arguments.".length),
  }));
  const plan = callNamed(method, found, planning, stripped, params);
  return { ...plan, notes: [...notes, ...plan.notes] };
}

function isInner({ key = "" }: GivenText): boolean {
  return key === "arguments" || key.startsWith("arguments.");
}

function callNamed(
  method: string,
  { item, what, argumentsOf }: NamedMethod & { readonly item: JsonObject },
  { isAsIs }: Pick<Planning, "isAsIs">,
  given: readonly GivenText[],
  params: JsonObject = { name: item["name"] },
): Plan {
  const place = argumentsOf(item);
  const whole = params["arguments"];
  const built = {
    ...(typeof whole === "object" ? whole : {}),
    ...buildObject(given, place),
  };
  const subject = {
    what: `The ${what} ${JSON.stringify(params["name"])}`,
    usage: argumentUsage(place),
  };
  const notes = isAsIs ? [] : namesNoted(built, place, subject);
  const sent = { ...params, arguments: built };
  return { kind: "request", method, notes, params: sent };
}

function namesNoted(
  params: JsonObject,
  place: Place,
  subject: Subject,
): string[] {
  return checkNames(params, place, subject).map(
    (name) => `${subject.what} knows no argument ${JSON.stringify(name)}`,
  );
}

/** Throws for a word that is nearly a name, or a method of another side or revision. */
async function refuseKnown(planning: Planning): Promise<void> {
  const { word, methods, catalog, revisionsWith } = planning;
  const { requests, notifications, serversOwn, revision } = methods;
  if (serversOwn.includes(word))
    throw unknown(`${word} is sent by servers, and not to them`);
  const others = await revisionsWith(word);
  if (others.length > 0)
    throw unknown(
      `${word} is no method of ${revision}, which this server speaks`,
      `it is one of ${others.join(", ")}: --revision asks for that`,
    );
  const tools = await namesOf(catalog, "tools");
  const prompts = await namesOf(catalog, "prompts");
  const names = [...tools, ...requests, ...prompts, ...notifications];
  const near = suggest(word, names);
  // What has the form of a method may be a vendor's.
  if (near === undefined && word.includes("/")) return;
  throw unknown(
    `The server has no tool and no prompt ${JSON.stringify(word)}, and there is no such method`,
    near ?? `its tools are ${listed(tools)}`,
  );
}

async function namesOf(
  catalog: Catalog,
  list: "tools" | "prompts",
): Promise<string[]> {
  return (await catalog.list(list)).map(({ name }) => String(name));
}

function unknown(message: string, hint?: string): UsageError {
  return new UsageError("unknown-method", message, { hint });
}

import { UsageError } from "../../base/diagnostics/error.ts";
import { isJsonObject } from "../../base/json-object.ts";
import type { CallOptions } from "../../runtime/peer/caller.ts";
import type { JsonObject } from "../../runtime/protocol/message.ts";
import type { Progress } from "../../runtime/protocol/progress.ts";
import { load } from "../../revisions/load.ts";
import type { Asker } from "./ask/asker.ts";
import { visitPage } from "./ask/page.ts";
import type { AnyClient } from "./connect/all.ts";
import type { Listener } from "./connect/session.ts";
import type { CallIo } from "./io.ts";
import type { GivenText } from "./params/build.ts";
import {
  createCatalog,
  requestAllPages,
  type Catalog,
  type ListName,
} from "./plan/catalog.ts";
import { methodsOf } from "./plan/methods.ts";
import { planCall, type Plan } from "./plan/plan.ts";
import { revisionsWith } from "./plan/revisions.ts";
import type { Overview } from "./print/overview.ts";
import { printAnswer, printOverview } from "./print/answer.ts";
import type { CallExitCode, CallRequest } from "./request.ts";

/** A connection, and what is wanted of it. */
export interface Talk {
  readonly client: AnyClient;
  readonly request: CallRequest;
  readonly given: readonly GivenText[];
  readonly asker: Asker;
  readonly listener: Listener;
  /** All that could be spoken, newest first. */
  readonly revisions: readonly string[];
}

/** Asks a server what is wanted of it, and prints the answer. Rejects as a call does. */
export async function converse(talk: Talk, io: CallIo): Promise<CallExitCode> {
  const { client, request, given, asker, listener, revisions } = talk;
  const { method: word, isAsIs } = request;
  const options = { signal: asker.signal };
  const catalog = createCatalog(client, options);
  if (word === undefined) {
    if (given.length > 0)
      throw new UsageError("invalid-option", "--arg is for a method or a tool");
    printOverview(await overviewOf(client, catalog, listener), request, io);
    return 0;
  }
  const planned = await planCall({
    ...{ word, given, isAsIs, catalog },
    methods: methodsOf(await load(client.protocolVersion ?? "")),
    revisionsWith: (method) => revisionsWith(method, revisions),
  });
  for (const note of planned.notes) listener.warn(note);
  if (planned.kind === "notification") {
    await client.notification(planned.method, planned.params);
    return 0;
  }
  const result = await answerTo(planned, talk, {
    ...options,
    ...(!request.isQuiet && { onProgress: (one) => tell(one, listener) }),
  });
  return printAnswer(result, request, io);
}

function tell(
  { progress, total, message }: Progress,
  listener: Listener,
): void {
  const share = total === undefined ? `${progress}` : `${progress}/${total}`;
  listener.chat(`[${share}]${message === undefined ? "" : ` ${message}`}`);
}

/** The answer to a request; again, when a person has been to the pages that it needs. */
async function answerTo(
  { method, params }: Plan,
  { client, asker, request }: Talk,
  options: CallOptions,
): Promise<JsonObject> {
  // Who says that it is to be a task wants the task, and not its result.
  const isAsIs = request.isAsIs || "task" in params;
  for (;;)
    try {
      return method === "tools/call" && !isAsIs
        ? await resultOfTool(client, params, options)
        : await requestAllPages(client, method, params, options);
    } catch (error) {
      if (!(await wentToPages(error, asker))) throw error;
    }
}

/** How long a server may take to hear that its task is given up, in milliseconds. */
const cancelTimeout = 1_000;

/** What a tool comes to, at once or as a task, which ends when nobody waits for it. */
async function resultOfTool(
  { tasks }: AnyClient,
  params: JsonObject,
  options: CallOptions,
): Promise<JsonObject> {
  const { signal } = options;
  const task = await tasks.call(params, { ...options, when: "required" });
  try {
    return await task.result(signal && { signal });
  } catch (error) {
    if (signal?.aborted || !isOfServer(error))
      await task.cancel({ timeout: cancelTimeout }).catch(() => undefined);
    throw error;
  }
}

/** Whether the server said so, or cannot be reached: then there is nothing to give up. */
function isOfServer(error: unknown): boolean {
  const kind = error instanceof Error && "kind" in error ? error.kind : "";
  return kind === "protocol" || kind === "transport";
}

/**
 * Whether an error asked for pages to be visited first, and the person says that they were.
 *
 * @see {@link https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation | Elicitation: URL Elicitation Required Error}
 */
async function wentToPages(error: unknown, asker: Asker): Promise<boolean> {
  const { prompter, signal } = asker;
  const data =
    error instanceof Error && "data" in error ? error.data : undefined;
  const pages = isJsonObject(data) ? data["elicitations"] : undefined;
  if (!Array.isArray(pages) || pages.length === 0 || !prompter) return false;
  for (const page of pages) {
    if (!isJsonObject(page) || !isWebPage(page["url"])) return false;
    const { action } = await visitPage(page, asker);
    if (action !== "accept") return false;
  }
  return prompter.confirm({
    message: "Call again, now that it is done?",
    ...{ default: true, signal },
  });
}

function isWebPage(url: unknown): boolean {
  return (
    typeof url === "string" &&
    URL.canParse(url) &&
    ["http:", "https:"].includes(new URL(url).protocol)
  );
}

const overviewLists: readonly ListName[] = [
  ...(["tools", "resources", "resourceTemplates", "prompts"] as const),
];

async function overviewOf(
  client: AnyClient,
  catalog: Catalog,
  listener: Listener,
): Promise<Overview> {
  const { serverInfo, protocolVersion, serverCapabilities, instructions } =
    client;
  const lists = new Map<string, readonly JsonObject[]>();
  for (const name of overviewLists)
    try {
      const list = await catalog.list(name);
      if (list.length > 0) lists.set(name, list);
    } catch (error) {
      // One list that fails must not hide the others.
      if (!isRefusal(error)) throw error;
      listener.warn(`${name}: ${error.message}`);
    }
  return {
    ...{ serverInfo, protocolVersion, instructions, lists },
    capabilities: serverCapabilities,
  };
}

function isRefusal(error: unknown): error is Error {
  return error instanceof Error && "kind" in error && error.kind === "protocol";
}

import { pathToFileURL } from "node:url";
import { packageVersion } from "../../../base/package.ts";
import type { ClientSettings } from "../../../runtime/index.ts";
import type { TaskState } from "../../../runtime/tasks.ts";
import type { JsonObject } from "../../../runtime/protocol/message.ts";
import type { Asker } from "../ask/asker.ts";
import { fillForm } from "../ask/form.ts";
import { answerAsModel } from "../ask/model.ts";
import { visitPage } from "../ask/page.ts";
import { foreignWords } from "../print/foreign.ts";
import type { CallRequest } from "../request.ts";
import type { AnyClient } from "./all.ts";

/** Hears what a server tells meanwhile. */
export interface Listener {
  /** Of its progress, its log, and what it prints: left out where that is asked for. */
  chat(text: string): void;
  /** What was wrong, and was got over. */
  warn(text: string): void;
}

type Settings = Pick<
  CallRequest,
  | "revisions"
  | "roots"
  | "isModel"
  | "logLevel"
  | "timeoutMs"
  | "probeMs"
  | "answers"
>;

/** What a client is made of whose questions go to a person. */
export function clientSettings(
  settings: Settings,
  asker: Asker,
  listener: Listener,
): ClientSettings {
  const { revisions, roots, isModel, logLevel, timeoutMs, answers } = settings;
  const { probeMs = 5_000 } = settings;
  const isPerson = asker.prompter !== undefined;
  const canAnswer = isPerson || answers.size > 0;
  const inTurn = oneAfterTheOther();
  return {
    info: { name: "mcp-gen", version: packageVersion() },
    ...(revisions.length > 0 && { revisions }),
    ...(logLevel !== undefined && { logLevel }),
    ...(timeoutMs !== undefined && { timeout: timeoutMs }),
    probeTimeout: Math.min(timeoutMs ?? Infinity, probeMs),
    // Without a person nobody says yes to a page.
    capabilities: isPerson ? { elicitation: { form: {}, url: {} } } : {},
    handlers: {
      ...(canAnswer && {
        elicit: (params: JsonObject) =>
          inTurn(() =>
            params["mode"] === "url"
              ? visitPage(params, asker)
              : fillForm(params, asker),
          ),
      }),
      ...(isPerson && {
        elicitationComplete: () =>
          asker.say("The server says that the page is done."),
      }),
      ...(isModel &&
        isPerson && {
          createMessage: (params: JsonObject) =>
            inTurn(() => answerAsModel(params, asker)),
        }),
      ...(roots.length > 0 && {
        listRoots: () => ({
          roots: roots.map((root) => ({ uri: pathToFileURL(root).href })),
        }),
      }),
      loggingMessage: ({ level, logger, data }: JsonObject) => {
        const from = typeof logger === "string" ? `${logger}: ` : "";
        const text = typeof data === "string" ? data : JSON.stringify(data);
        listener.chat(`[${String(level)}] ${from}${text}`);
      },
    },
    onError: ({ message }) => listener.warn(message),
  };
}

/** Tells how far a task is, in the words of its server. */
export function chatOf(listener: Listener): (task: TaskState) => void {
  let told: unknown;
  return ({ status, statusMessage }) => {
    if (status === "working" && statusMessage && statusMessage !== told)
      listener.chat(`[working] ${statusMessage}`);
    told = statusMessage;
  };
}

/** A person fills in one form at a time. */
function oneAfterTheOther(): <Answer>(
  ask: () => Promise<Answer>,
) => Promise<Answer> {
  let last: Promise<unknown> = Promise.resolve();
  return (ask) => {
    const turn = last.then(ask);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** The name of a server, in the words of a question. */
export function serverName(client: AnyClient | undefined): string {
  const name = client?.serverInfo?.["name"];
  return typeof name === "string"
    ? `The server ${foreignWords(JSON.stringify(name), 80)}`
    : "The server";
}

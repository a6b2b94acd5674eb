import {
  createServer,
  tool,
  type Feature,
  type Server,
  type ServerContext,
  type ServerOptions,
} from "../../../../generated/index.ts";
import { tasks } from "../../../../generated/extensions/tasks.ts";
import {
  createHttpHandler,
  type Authorize,
} from "../../../../src/runtime/http.ts";
import { bySchema } from "./by-schema.ts";
import type { Examiner } from "./examiner.ts";
import { overHttp } from "./over-http.ts";
import { overStdio } from "./over-stdio.ts";

/** What a tool does; it takes no arguments. */
export type Work = (
  context: ServerContext,
) => string | { content: [] } | Promise<string | { content: [] }>;

/** A tool that is always a task. */
export function job(work: Work, name = "job"): Feature {
  return tool(name, { task: "required" }, (_, context) => work(context));
}

/** A tool that decides by itself. */
export function maybe(work: Work, name = "maybe"): Feature {
  return tool(name, { task: "optional" }, (_, context) => work(context));
}

/** A tool that is never a task. */
export function plain(work: Work, name = "plain"): Feature {
  return tool(name, {}, (_, context) => work(context));
}

/** A server of tools that knows tasks; what it reports is kept. */
export function serverOf(
  features: readonly Feature[],
  options: Partial<ServerOptions> & { readonly tasks?: typeof tasks } = {},
): Server & { readonly errors: Error[] } {
  const errors: Error[] = [];
  const { tasks: extension = tasks, ...rest } = options;
  const server = createServer({
    info: { name: "subject", version: "1" },
    onError: (error) => void errors.push(error),
    capabilities: { logging: {} },
    ...rest,
    extensions: [extension],
    features: [...features],
  });
  return Object.assign(server, { errors });
}

export type Way = "HTTP" | "stdio";
export const ways: readonly Way[] = ["HTTP", "stdio"];

/** The bearer is the name of who asks. */
export const byBearer: Authorize = ({ header }) => {
  const [, principal] =
    /^Bearer (\w+)$/.exec(header("authorization") ?? "") ?? [];
  return principal === undefined
    ? { status: 401, challenge: "Bearer" }
    : { principal };
};

/** An examiner of a server; `proved`: everybody is asked who they are. */
export function examine(
  way: Way,
  server: Server,
  { proved = false }: { readonly proved?: boolean } = {},
): Examiner {
  switch (way) {
    case "HTTP": {
      const handler = createHttpHandler(server, {
        onError() {},
        ...(proved && { authorize: byBearer }),
      });
      const examiner = bySchema(overHttp(handler));
      return {
        ...examiner,
        async close() {
          await examiner.close();
          await handler.close({ graceMs: 0 });
        },
      };
    }
    case "stdio":
      return bySchema(overStdio(server));
    default:
      return way satisfies never;
  }
}

/** A moment that a test brings about. */
export interface Gate<Value = void> {
  readonly opened: Promise<Value>;
  open(value: Value): void;
}

export function gate<Value = void>(): Gate<Value> {
  let open: (value: Value) => void = () => {};
  const opened = new Promise<Value>((resolve) => {
    open = resolve;
  });
  return { opened, open: (value) => open(value) };
}

/** A form with one text in it. */
export const nameForm = {
  message: "What is your name?",
  requestedSchema: {
    type: "object" as const,
    properties: { name: { type: "string" as const } },
    required: ["name"],
  },
};

/** What a person who agrees answers. */
export const accept = (content: object = {}): object => ({
  action: "accept",
  content,
});

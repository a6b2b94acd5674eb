import type { Description } from "../snapshot/index.ts";
import { createPatternJudge } from "../../schema/json-schema/index.ts";
import type {
  Server,
  ServerExtension,
  ServerSettings,
} from "../../runtime/index.ts";
import {
  listen,
  type ListenOptions,
  type Running,
} from "../../runtime/http-node.ts";
import { serveStdio } from "../../runtime/serve-stdio.ts";
import type { TasksOptions } from "../../runtime/tasks.ts";
import { mockFeatures } from "./features.ts";
import { taskUseOf } from "../task-use.ts";

/** How a mock answers. */
export interface MockOptions {
  /**
   * What its answers follow from: the same seed gives the same answers.
   *
   * @default 0
   */
  readonly seed?: number;
  /** Hears of what is not as it was described, such as a schema that nothing checks. */
  readonly note?: (text: string) => void;
}

/** What is made up is there at once: clients wait no longer, in milliseconds. */
const pollInterval = 50;

/**
 * A server that lists what was described, to the letter, and answers with values that are
 * made up, and valid. It checks arguments.
 */
export async function createMock(
  description: Description,
  { seed = 0, note = () => {} }: MockOptions = {},
): Promise<Server> {
  const { createServer, tasks } = await loadServer();
  const { name = "mock", version = "0.0.0" } = description.server ?? {};
  return createServer({
    info: { name, version },
    features: mockFeatures(description, {
      seed,
      note,
      judgePattern: createPatternJudge(),
    }),
    // No other server says that it has tasks.
    extensions: description.tools.some(taskUseOf)
      ? [tasks.with({ pollInterval })]
      : [],
    // What a server lists is not always valid: its mock lists the same.
    check: false,
    onError: ({ message }) => note(message),
  });
}

/** Serves a mock on standard input and output, until its client has gone. */
export async function serveMock(
  description: Description,
  options: MockOptions,
): Promise<void> {
  await serveStdio(await createMock(description, options), { exit: false });
}

/** Serves a mock over HTTP. Rejects as `listen` does. */
export async function listenMock(
  description: Description,
  {
    seed,
    note,
    allowedHosts,
    ...address
  }: MockOptions &
    Pick<ListenOptions, "host" | "port"> & {
      readonly allowedHosts?: readonly string[] | undefined;
    },
): Promise<Running> {
  const options = {
    ...(seed !== undefined && { seed }),
    ...(note !== undefined && { note }),
  };
  return listen(await createMock(description, options), {
    ...address,
    ...(allowedHosts !== undefined && { allowedHosts }),
  });
}

/** What the package ships for all revisions together, as far as it is used here. */
interface AllRevisions {
  readonly createServer: (settings: ServerSettings) => Server;
  readonly tasks: {
    with(options: TasksOptions): ServerExtension;
  };
}

async function loadServer(): Promise<AllRevisions> {
  // As text, because it lies outside of what is compiled here; the build leads it to
  // where the package has it.
  return {
    ...(await import("../../../generated/index.js" as string)),
    ...(await import("../../../generated/extensions/tasks.js" as string)),
  };
}

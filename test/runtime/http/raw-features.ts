import type { Feature } from "../../../src/runtime/features/feature.ts";
import { jsonSchema } from "../../../src/runtime/features/schema/json-schema.ts";
import { prompt, resourceTemplate, tool } from "../features/host.ts";
import { form, type Askers } from "../questions.ts";

const anything = jsonSchema(
  { type: "object" },
  { compile: () => () => undefined },
);

const mirrored = jsonSchema(
  {
    type: "object",
    properties: { region: { type: "string", "x-mcp-header": "Region" } },
  },
  { compile: () => () => undefined },
);

/** What happens inside of a server, for tests that look at it from outside. */
export interface Inside {
  /** Calls of the tool `wait`, until they are aborted or let go. */
  waiting: number;
  aborted: number;
  /** Lets all calls of `wait` answer. */
  release(): void;
}

/** What a server offers to tests of bytes. */
export function featuresOf(inside: Inside): readonly Feature[] {
  const held = new Set<() => void>();
  inside.release = () => {
    for (const letGo of held) letGo();
  };
  return [
    tool("echo", { input: anything }, (args) => JSON.stringify(args)),
    tool("mirror", { input: mirrored }, (args) => JSON.stringify(args)),
    tool("wait", { input: anything }, async (args, { signal }) => {
      inside.waiting++;
      await new Promise<void>((resolve) => {
        held.add(resolve);
        signal.addEventListener("abort", () => {
          inside.aborted++;
          resolve();
        });
      });
      inside.waiting--;
      return JSON.stringify(args);
    }),
    tool("whoami", {}, (_, { principal }) => String(principal)),
    tool("tell", { input: anything }, async (args, context) => {
      const { count = 3, length = 10 } = args as {
        count?: number;
        length?: number;
      };
      for (let told = 1; told <= count; told++) {
        context.progress(told, count, "x".repeat(length));
        if (told % 10 === 0)
          await new Promise((resolve) => setImmediate(resolve));
      }
      return "told";
    }),
    tool("ask", { input: anything }, async (args, context) => {
      // The server speaks revisions that have it.
      const { elicit } = context as typeof context & Askers;
      const answer = await elicit.call(context, "name", form("Who are you?"));
      return JSON.stringify([args, answer]);
    }),
    resourceTemplate("a://{one}/{two}", { name: "a" }, (variables) =>
      JSON.stringify(variables),
    ),
    prompt("p", { arguments: { constructor: {} } }, (args) =>
      JSON.stringify(args),
    ),
  ];
}

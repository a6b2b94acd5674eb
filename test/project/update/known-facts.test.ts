import { join } from "node:path";
import { expect, test } from "vitest";
import { writeTree } from "../../emit/output/folder.ts";
import { createProject, louder, type Project } from "./project.ts";

const id = "io.modelcontextprotocol/tasks";

/** A state of the extension that the package has facts of. */
const state = `
import type { JSONRPCNotification, JSONRPCRequest, Result } from "./spec.types.js";
export interface Task { taskId: string }
export type CreateTaskResult = Result & Task & { resultType: "task" };
export type GetTaskRequest = JSONRPCRequest & { method: "tasks/get"; params: { taskId: string } };
export type GetTaskResult = Result & Task;
export type UpdateTaskRequest = JSONRPCRequest & { method: "tasks/update"; params: { taskId: string } };
export type UpdateTaskResult = Result & { resultType: "complete" };
export type CancelTaskRequest = JSONRPCRequest & { method: "tasks/cancel"; params: { taskId: string } };
export type CancelTaskResult = Result & { resultType: "complete" };
export type TaskStatusNotification = JSONRPCNotification & { method: "notifications/tasks"; params: Task };
export interface TaskSubscriptionNotifications { taskIds?: string[] }
export type TasksExtensionCapability = Record<string, never>;
`;

const renamed = state.replaceAll("tasks/get", "tasks/read");
const entry = "out/extensions/tasks.ts";
const types = "out/2026-07-28/extensions/tasks/types.ts";

function publish({ cwd }: Project, text: string): void {
  writeTree(join(cwd, "../tasks/schema/draft"), { "schema.ts": text });
}

/** The configuration of a project with a draft and the extension, whose source is a folder. */
function config(more: object = {}, others: object = {}): string {
  return JSON.stringify({
    ...{ from: "../published", out: "out", emit: ["types"] },
    revisions: ["draft", "2026-07-28"],
    extensions: [
      {
        extension: id,
        from: "../tasks",
        revision: "draft",
        ...more,
      },
    ],
    ...others,
  });
}

/** A project that has the first state, and whose upstream has renamed a method since. */
async function behind(more: object = {}): Promise<Project> {
  const project = createProject();
  publish(project, state);
  project.write({ "mcp-gen.config.json": config({}, more) });
  const first = await project.update();
  expect(first.diagnostics.map(({ code }) => code)).not.toContain(
    "fact-unknown",
  );
  project.publish({ draft: louder });
  publish(project, renamed);
  return project;
}

test("a method that an extension has renamed is told, and stops no revision", async () => {
  const project = await behind({ emit: ["server"] });
  expect(project.tree()[entry]).toContain("defineTasks");
  const { written, news, diagnostics } = await project.update();
  expect(written).toBe(true);
  expect(news.map((one) => `${one.kind} ${one.id}`)).toEqual([
    "changed draft",
    `changed ${id}`,
  ]);
  expect(news[1]?.diff?.summary).toMatchObject({
    methods: { renamed: 1 },
  });
  const [told, ...others] = diagnostics.filter(
    ({ code }) => code === "fact-unknown",
  );
  expect(others).toEqual([]);
  expect(told).toMatchObject({
    severity: "warning",
    message: expect.stringMatching(/"tasks\/get".*without defineTasks/),
    hint: expect.stringMatching(/--extension-facts.*mcp-gen update <revision>/),
  });
  const tree = project.tree();
  expect(tree["mcp-gen.schemas/draft/schema.ts"]).toBe(louder);
  expect(tree[entry]).not.toContain("defineTasks");
});

test("facts of one's own say what holds for the renamed method", async () => {
  const project = await behind();
  const own = {
    methods: { "tasks/read": { direction: "clientToServer", gated: true } },
  };
  project.write({
    "mcp-gen.config.json": config({ facts: "tasks.facts.json" }),
    "tasks.facts.json": JSON.stringify(own),
  });
  const { diagnostics } = await project.update();
  const told = diagnostics.filter(({ code }) =>
    ["fact-unknown", "extension-assumed"].includes(code),
  );
  expect(told).toMatchObject([{ code: "fact-unknown", severity: "note" }]);
  own.methods = { "tasks/raed": own.methods["tasks/read"] } as never;
  project.write({ "tasks.facts.json": JSON.stringify(own) });
  await expect(project.update()).rejects.toMatchObject({
    diagnostics: expect.arrayContaining([
      expect.objectContaining({
        severity: "error",
        hint: 'did you mean "tasks/read"?',
      }),
    ]),
  });
});

test("an extension stays as it is locked where only a revision is named", async () => {
  const project = await behind();
  const kept = `mcp-gen.schemas/${id.replace("/", "-")}/draft/schema.ts`;
  const before = project.tree();
  expect(before[types]).toContain("GetTaskRequest");
  const { news } = await project.update({ revisions: ["draft"] });
  expect(news.map((one) => one.id)).toEqual(["draft"]);
  const after = project.tree();
  expect(after["out/draft/types.ts"]).toContain("loud?: boolean");
  expect(after[kept]).toBe(state);
  expect(after[types]).toBe(before[types]);
});

import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readLock } from "../../../src/project/config/read-lock.ts";
import { GeneratorError } from "../../../src/base/diagnostics/error.ts";
import type { News, UpdateReport } from "../../../src/project/update/index.ts";
import { schema } from "../../cli/command-line.ts";
import type { Tree } from "../../emit/output/folder.ts";
import { broken, createProject, louder, wanted } from "./project.ts";

const kept = "mcp-gen.schemas/draft/schema.ts";

/** News in a line each. */
function told({ news }: Pick<UpdateReport, "news">): string[] {
  return news.map(({ kind, id }) => `${kind} ${id}`);
}

async function failure(running: Promise<unknown>): Promise<GeneratorError> {
  const error = await running.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error instanceof GeneratorError) return error;
  throw new Error("it did not fail on purpose", { cause: error });
}

describe("update", () => {
  test("generates what is named, keeps its schema, and locks it", async () => {
    const project = createProject();
    const report = await project.update(wanted);
    expect(report.written).toBe(true);
    const tree = project.tree();
    expect(tree[kept]).toBe(schema);
    expect(tree["out/draft/types.ts"]).toContain("interface EchoRequest");
    expect(readLock(project.cwd)).toEqual(report.lock);
    expect(report.lock).toMatchObject({
      from: "../published",
      outputs: [
        {
          out: "out",
          options: { emit: ["types"] },
          inputs: [
            {
              ...{
                kind: "revision",
                id: "draft",
                source: "../published",
              },
              path: "schema/draft/schema.ts",
            },
          ],
        },
      ],
    });
  });

  test("has nothing to do when nothing is new", async () => {
    const project = createProject();
    await project.update(wanted);
    const before = project.tree();
    const report = await project.update();
    expect(report).toMatchObject({ news: [], stale: false, written: false });
    expect(project.tree()).toEqual(before);
  });

  test("shows how a draft changed, and then takes it", async () => {
    const project = createProject();
    await project.update(wanted);
    const before = project.tree();
    project.publish({ draft: louder });
    let shown: readonly News[] = [];
    let atShow: Tree = {};
    const report = await project.update({
      show(news) {
        shown = news;
        atShow = project.tree();
      },
    });
    expect(atShow).toEqual(before);
    expect(shown).toEqual(report.news);
    expect(told(report)).toEqual(["changed draft"]);
    expect(report.news[0]?.diff?.summary).toMatchObject({ compatible: 1 });
    expect(project.tree()[kept]).toBe(louder);
    expect(project.tree()["out/draft/types.ts"]).toContain("loud?: boolean");
    expect((await project.update()).written).toBe(false);
  });

  test.each([{ check: true }, { dryRun: true }])(
    "tells what is new and writes nothing: %o",
    async (looking) => {
      const project = createProject();
      await project.update(wanted);
      project.publish({ draft: louder });
      const before = project.tree();
      const report = await project.update(looking);
      expect(told(report)).toEqual(["changed draft"]);
      expect(report).toMatchObject({ stale: true, written: false });
      expect(project.tree()).toEqual(before);
    },
  );

  test("does not take a released schema that was edited, unless it is accepted", async () => {
    const id = "2031-01-31";
    const project = createProject({ [id]: schema });
    await project.update({ ...wanted, revisions: [id] });
    const before = project.tree();
    project.publish({ [id]: louder });
    expect(told(await project.update({ check: true }))).toEqual([
      `edited ${id}`,
    ]);
    for (const dryRun of [true, false]) {
      const error = await failure(project.update({ dryRun }));
      expect(error.code).toBe("digest-mismatch");
      expect(error.diff).toContain(
        "+  params: { text: string; loud?: boolean };",
      );
      expect(error.hint).toContain(`--accept ${id}`);
      expect(project.tree()).toEqual(before);
    }
    const report = await project.update({ accept: [id] });
    expect(report.news).toMatchObject([{ kind: "edited", accepted: true }]);
    expect(project.tree()[`mcp-gen.schemas/${id}/schema.ts`]).toBe(louder);
  });

  test("refuses to accept what nobody wants", async () => {
    const project = createProject();
    await project.update(wanted);
    const error = await failure(project.update({ accept: ["draf"] }));
    expect(error.hint).toContain("draft");
  });

  test("tells once of a revision that was released, and does not take it", async () => {
    const project = createProject();
    await project.update(wanted);
    project.publish({ "2031-01-31": louder });
    const [news] = (await project.update({ check: true })).news;
    expect(news).toMatchObject({ kind: "new", id: "2031-01-31" });
    expect(news?.diff?.before).toBe("2026-07-28");
    expect(news?.how).toContain("mcp-gen update 2031-01-31");
    expect(told(await project.update())).toEqual(["new 2031-01-31"]);
    expect(readLock(project.cwd)?.published).toEqual(["2031-01-31"]);
    expect(await project.update()).toMatchObject({ news: [], stale: false });
    const taken = await project.update({ revisions: ["2031-01-31"] });
    expect(told(taken)).toEqual(["taken 2031-01-31"]);
    const [output] = taken.outputs;
    expect(output?.revisions).toEqual(["2031-01-31", "draft"]);
  });

  test("goes on with what is no longer published, and says so", async () => {
    const project = createProject();
    await project.update(wanted);
    const before = project.tree();
    rmSync(join(project.cwd, "../published/schema/draft"), { recursive: true });
    project.publish({ "2024-11-05": schema });
    const report = await project.update({ revisions: ["draft"] });
    expect(told(report)).toContain("gone draft");
    expect(project.tree()[kept]).toBe(before[kept]);
  });

  test("names what is published where something is not", async () => {
    const project = createProject({ draft: schema, next: schema });
    const error = await failure(
      project.update({ ...wanted, revisions: ["nxt"] }),
    );
    expect(error.code).toBe("not-published");
    expect(error.hint).toContain("next");
    expect(Object.keys(project.tree())).toEqual(["package.json"]);
  });

  test("looks up only what is named, and leaves the rest as it is locked", async () => {
    const project = createProject({ draft: schema, next: schema });
    await project.update({ ...wanted, revisions: ["draft", "next"] });
    project.publish({ draft: louder, next: louder });
    expect(told(await project.update({ revisions: ["next"] }))).toEqual([
      "changed next",
    ]);
    expect(project.tree()[kept]).toBe(schema);
    expect(told(await project.update())).toEqual(["changed draft"]);
  });

  test("mends what is kept where someone has edited it", async () => {
    const project = createProject();
    await project.update(wanted);
    const before = project.tree();
    project.write({ [kept]: louder });
    expect((await project.update()).kept).toEqual([kept]);
    expect(project.tree()).toEqual(before);
  });

  test("removes what is kept and no longer wanted", async () => {
    const project = createProject({ draft: schema, next: schema });
    const config = (revisions: string[]): Tree => ({
      "mcp-gen.config.json": JSON.stringify({
        ...{
          from: "../published",
          out: "out",
          revisions,
          emit: ["types"],
        },
      }),
    });
    project.write(config(["draft", "next"]));
    await project.update();
    project.write(config(["next"]));
    const report = await project.update();
    expect(told(report)).toEqual(["dropped draft"]);
    expect(Object.keys(project.tree())).not.toContain(kept);
  });
});

describe("what update is asked for", () => {
  test("is nothing without a configuration, a lock or a name", async () => {
    const error = await failure(createProject().update());
    expect(error.code).toBe("nothing-to-do");
    expect(error.hint).toContain("--out");
  });

  test("is what the configuration says, and no more", async () => {
    const project = createProject();
    project.write({
      "mcp-gen.config.json": JSON.stringify({
        ...{ from: "../published", out: "out", revisions: ["draft"] },
      }),
    });
    const unknown = await failure(project.update({ revisions: ["next"] }));
    expect(unknown.message).toContain("mcp-gen.config.json");
    expect(unknown.message).toContain("next");
    const option = await failure(project.update({ emit: ["types"] }));
    expect(option.message).toContain("emit");
    const out = await failure(project.update({ out: "other" }));
    expect(out.message).toContain("other");
  });

  test("may be several outputs, which share one state of what is published", async () => {
    const project = createProject();
    project.write({
      "mcp-gen.config.json": JSON.stringify({
        from: "../published",
        outputs: [
          { out: "a", revisions: ["draft"], emit: ["types"] },
          { out: "b", revisions: ["draft"], emit: ["types"], target: "js" },
        ],
      }),
    });
    await project.update();
    const before = project.tree();
    project.publish({ draft: broken });
    const error = await failure(project.update());
    expect(error.code).toBe("invalid-schema");
    expect(error.diagnostics[0]?.position?.file).toBe(kept);
    expect(project.tree()).toEqual(before);
    project.publish({ draft: louder });
    await project.update();
    const after = project.tree();
    expect(after["a/draft/types.ts"]).toContain("loud?: boolean");
    expect(after["b/draft/types.d.ts"]).toContain("loud?: boolean");
    const digests = readLock(project.cwd)?.outputs.map(
      ({ inputs }) => inputs[0]?.sha256,
    );
    expect(new Set(digests).size).toBe(1);
  });
});

describe("a project with files of its own alone", () => {
  test("asks nobody, and locks them", async () => {
    const project = createProject();
    project.write({ "own.ts": schema });
    const first = await project.update({
      ...{ from: "../nowhere", out: "out", emit: ["types"] },
      schemas: [{ revision: "next", path: "own.ts" }],
    });
    expect(told(first)).toEqual(["taken next"]);
    project.write({ "own.ts": louder });
    expect(told(await project.update())).toEqual(["changed next"]);
    expect(project.tree()["out/next/types.ts"]).toContain("loud?: boolean");
    expect(Object.keys(project.tree())).not.toContain("mcp-gen.schemas");
  });
});

describe("without a network", () => {
  test("update does with what is bundled, kept and locked", async () => {
    const project = createProject();
    await project.update(wanted);
    project.publish({ draft: louder });
    const before = project.tree();
    const report = await project.update({ offline: true });
    expect(report).toMatchObject({ news: [], written: false });
    expect(report.notes[0]).toContain("Without a network");
    expect(project.tree()).toEqual(before);
    await project.update({ offline: true, revisions: ["2025-11-25"] });
    expect(Object.keys(project.tree())).toContain("out/2025-11-25/types.ts");
    const error = await failure(
      project.update({ offline: true, revisions: ["2031-01-31"] }),
    );
    expect(error.code).toBe("unreachable");
  });
});

import { describe, expect, test } from "vitest";
import { compileSchemas } from "../../../src/index.ts";
import { unformatted } from "../../emit/formatted.ts";
import { costOf } from "../../support/cost.ts";
import { compile, folderOf } from "../../support/typescript.ts";
import { wildServers } from "../../lab/wild/wild.ts";
import { evalIn } from "./eval-free.ts";
import { loadModule, type WeatherModule } from "./weather.ts";

async function filesOf(schemas: object, target: "ts" | "js") {
  const { files } = await compileSchemas({ schemas, target });
  return files.map(({ path, text = "" }) => ({ path, text }));
}

describe("the schemas of published servers", () => {
  const servers = wildServers();

  test.each(servers)(
    "$name: compiled, they are laid out as prettier does it, and make no code",
    async ({ tools }) => {
      const files = await filesOf({ tools }, "ts");
      expect(await unformatted(files)).toEqual([]);
      expect(files.flatMap(({ text }) => evalIn(text))).toEqual([]);
    },
  );

  test("compile under the strictest flags", async () => {
    const modules = await Promise.all(
      servers.map(async ({ tools }, index) => {
        const [file] = await filesOf({ tools }, "ts");
        return { path: `server${index}.ts`, text: file?.text ?? "" };
      }),
    );
    expect(await compile(folderOf(modules))).toEqual([]);
  });

  test("are each known to the validator of their module", async () => {
    for (const { name, tools } of servers) {
      const [file] = await filesOf({ tools }, "js");
      const { validator } = await loadModule<WeatherModule>(file?.text ?? "");
      for (const { inputSchema, outputSchema } of tools)
        for (const schema of [inputSchema, outputSchema ?? inputSchema]) {
          const copy: object = JSON.parse(JSON.stringify(schema));
          const check = validator.compile({ ...copy, title: name });
          expect(check(1)).not.toEqual([]);
        }
    }
  });
});

test("ten thousand schemas are compiled in the time of ten times a thousand", async () => {
  const schemas = (count: number): object =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `schema ${index}`,
        {
          type: "object",
          properties: { [`p${index % 7}`]: { type: "string" } },
        },
      ]),
    );
  const timed = async (count: number): Promise<number> => {
    const all = schemas(count);
    const constants = new Set<string>();
    const cost = await costOf(async () => {
      const { schemas: compiled } = await compileSchemas({ schemas: all });
      for (const { constant } of compiled) constants.add(constant);
    });
    expect(constants.size).toBe(count);
    return cost;
  };
  await timed(1_000);
  const thousand = Math.min(await timed(1_000), await timed(1_000));
  expect(await timed(10_000)).toBeLessThan(30 * thousand);
});

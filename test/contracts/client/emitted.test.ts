import { check } from "prettier";
import { ts } from "ts-morph";
import { describe, expect, it } from "vitest";
import {
  generateClient,
  type GenerateClientOptions,
} from "../../../src/contracts/client/index.ts";
import { hostile, weather } from "./snapshots.ts";
import { isWhole } from "../../support/random.ts";

async function emit(
  options: GenerateClientOptions,
): Promise<Map<string, string>> {
  const { files } = await generateClient(options);
  return new Map(files.map(({ path, text = "" }) => [path, text]));
}

/** The functions that a file calls by name: what gets out would be among them. */
function called(text: string): Set<string> {
  const source = ts.createSourceFile("a.ts", text, ts.ScriptTarget.ES2023);
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression))
      found.add(node.expression.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The other prints the same, sooner. */
const typescript = isWhole ? "typescript" : "babel-ts";

describe("an emitted client", () => {
  it.each([
    ["weather", weather],
    ["hostile", hostile],
  ])("is laid out as prettier does, of %s", async (name, snapshot) => {
    for (const [path, text] of await emit({ snapshot, name })) {
      const parser = path.endsWith(".json") ? "json" : typescript;
      expect([path, await check(text, { parser })]).toEqual([path, true]);
    }
  });

  it("has nothing of what a server calls things but literals and comments", async () => {
    for (const [path, text] of await emit({ snapshot: hostile, name: "x" })) {
      if (!path.endsWith(".ts")) continue;
      expect([path, called(text).has("evil")]).toEqual([path, false]);
      const comments = text.match(/\/\*\*[^]*?\*\//g) ?? [];
      for (const one of comments)
        expect(one).not.toMatch(/^ \* @ts-|[\u202e\u2028]/m);
      expect(text).not.toMatch(
        /[\u202e\u2028]|[\ud800-\udbff](?![\udc00-\udfff])/,
      );
    }
  });

  it("is named after the folder, and after nothing that it declares itself", async () => {
    const names = async (name: string): Promise<string> =>
      (await generateClient({ snapshot: weather, name })).connect ?? "";
    expect(await names("weather")).toBe("connectWeather");
    expect(await names("my-weather.api")).toBe("connectMyWeatherApi");
    for (const name of ["drift", "client", "connection", "call", "tools"])
      expect(await names(name)).toMatch(/_[\da-f]{4}$/);
    await expect(names("--")).rejects.toThrow('--name "--" has no letter');
  });

  it("says what it is not sure of, once for each tool", async () => {
    const bad = {
      ...weather,
      tools: [
        {
          name: "bad",
          inputSchema: { $ref: "https://evil.example/schema.json" },
          outputSchema: { type: "nonsense" },
        },
        { name: "good", inputSchema: { type: "object" } },
      ],
    };
    const { notes, files } = await generateClient({ snapshot: bad, name: "x" });
    expect(notes).toHaveLength(1);
    expect(notes[0]).toMatch(
      /^tool "bad": its arguments are unknown and unchecked: .*nothing is fetched; its results are unknown and unchecked: /,
    );
    const texts = new Map(files.map(({ path, text = "" }) => [path, text]));
    expect(texts.get("types.ts")).toContain(
      "export type BadArguments = { readonly [name: string]: unknown };",
    );
    expect(texts.get("types.ts")).toContain("export type BadResult = unknown;");
    expect(texts.get("client.ts")).toContain(
      'bad: toolFunction(connection, "bad"),',
    );
    expect(texts.get("guards.ts")).toContain("isGoodArguments");
  });

  it("is types alone where nothing else is asked for, and has no guards without them", async () => {
    const snapshot = weather;
    const types = await emit({ snapshot, name: "w", emit: ["types"] });
    expect([...types.keys()]).toEqual([
      "snapshot.json",
      "types.ts",
      "index.ts",
    ]);
    const open = await emit({ snapshot, name: "w", guards: false });
    expect([...open.keys()]).toEqual([
      ...["snapshot.json", "types.ts", "client.ts", "index.ts"],
    ]);
    expect(open.get("client.ts")).not.toContain("guards");
    await expect(emit({ snapshot, emit: ["client"] })).rejects.toThrow(
      "The types are not emitted",
    );
    await expect(emit({ snapshot, emit: ["typs"] })).rejects.toMatchObject({
      message: 'Unknown output "typs"',
      hint: 'did you mean "types"?',
    });
  });

  it("has what patterns mean, and imports the runtime from where it is told", async () => {
    const files = await emit({
      snapshot: weather,
      name: "w",
      only: ["get-*", "h?story"],
      runtime: "../mcp/index.js",
      importExtension: ".ts",
    });
    const client = files.get("client.ts") ?? "";
    expect(client).toContain('from "../mcp/index.ts";');
    expect(client).toContain('"get-sum": toolFunction(');
    expect(client).not.toContain("forecast");
    expect(client).toContain("history: resourceFunction(");
    expect(client).not.toContain("promptFunction");
    expect(client).toContain("isWhole: false");
    expect(JSON.parse(files.get("snapshot.json") ?? "")).toMatchObject({
      tools: [{ name: "get-sum" }],
    });
    await expect(emit({ snapshot: weather, runtime: "copy" })).rejects.toThrow(
      "The runtime is not copied",
    );
  });

  it("is the same, whichever order the lists and the schemas came in", async () => {
    const turned: unknown = JSON.parse(
      JSON.stringify(weather),
      (_, value: unknown) =>
        typeof value === "object" && value !== null && !Array.isArray(value)
          ? Object.fromEntries(Object.entries(value).reverse())
          : value,
    );
    const snapshot = turned as typeof weather;
    snapshot.tools.reverse();
    expect(await emit({ snapshot, name: "w" })).toEqual(
      await emit({ snapshot: weather, name: "w" }),
    );
  });
});

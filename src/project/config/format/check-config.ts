import { relative, resolve } from "node:path";
import { InputError } from "../../../base/diagnostics/error.ts";
import { isJsonObject } from "../../../base/json-object.ts";
import type { Config, ExtensionConfig, OutputConfig } from "../config.ts";
import { oneOutput, severalOutputs } from "./config-shape.ts";
import { shapeProblems } from "./shape.ts";

// As many problems as someone reads before mending the first.
const shown = 10;

/**
 * Checks that a value is a configuration, whose paths count from `folder`. Throws an
 * `InputError` that says where it is not.
 */
export function checkConfig(
  value: unknown,
  name: string,
  folder: string,
): Config {
  const problems = configProblems(value, folder);
  if (problems.length > 0) {
    const rest = problems.length - shown;
    const list = problems.slice(0, shown);
    if (rest > 0) list.push(`${rest} more`);
    throw new InputError("invalid-config", `${name}: ${list.join("; ")}`, {
      hint: "its format is mcp-gen/config.schema.json",
    });
  }
  // Every field has been checked.
  const { $schema: _, ...config } = value as Config & { $schema?: string };
  return config;
}

function configProblems(value: unknown, folder: string): string[] {
  if (typeof value === "function")
    return ["it is a function: export what it returns"];
  const isSeveral = isJsonObject(value) && value["outputs"] !== undefined;
  const shape = isSeveral ? severalOutputs : oneOutput;
  const problems = shapeProblems(value, shape);
  if (isSeveral && value["out"] !== undefined)
    return ['"out" stands beside "outputs": put it into one of them'];
  if (problems.length > 0) return problems;
  const config = value as Config;
  const outputs: readonly OutputConfig[] =
    "outputs" in config ? config.outputs : [config];
  return [
    ...outputs.flatMap((output, index) =>
      outputProblems(output, isSeveral ? `outputs[${index}].` : ""),
    ),
    ...placeProblems(
      outputs.map(({ out }) => out),
      folder,
    ),
  ];
}

function outputProblems(
  { revisions = [], schemas = [], extensions = [] }: OutputConfig,
  at: string,
): string[] {
  const twice = revisions.find((id, index) => revisions.indexOf(id) !== index);
  return [
    ...(revisions.length + schemas.length === 0
      ? [`${at}revisions is missing: name at least one, or one of ${at}schemas`]
      : []),
    ...(twice === undefined
      ? []
      : [`${at}revisions has ${JSON.stringify(twice)} twice`]),
    ...schemas.flatMap(({ path, url }, index) =>
      (path === undefined) === (url === undefined)
        ? [`${at}schemas[${index}] has to have a path or a url, and not both`]
        : [],
    ),
    ...extensions.flatMap((extension, index) =>
      typeof extension === "string"
        ? []
        : extensionProblems(extension, `${at}extensions[${index}]`),
    ),
  ];
}

function extensionProblems(
  { path, url, from, revision }: ExtensionConfig,
  place: string,
): string[] {
  if (url !== undefined && (path ?? from) !== undefined)
    return [`${place} has a url: leave path and from out`];
  if (from !== undefined && path === undefined && revision === undefined)
    return [
      `${place} has to say what of ${JSON.stringify(from)} it is: path, or revision`,
    ];
  return [];
}

/** Two outputs in one folder would remove each other's files. */
function placeProblems(outs: readonly string[], folder: string): string[] {
  const places = outs.map((out) => resolve(folder, out).toLowerCase());
  return outs.flatMap((out, index) => {
    const other = places.findIndex(
      (place, at) => at !== index && isWithin(place, places[index] ?? ""),
    );
    if (other < 0) return [];
    if (places[other] !== places[index])
      return [
        `the output ${JSON.stringify(out)} lies in the output ${JSON.stringify(outs[other])}`,
      ];
    return other < index
      ? [`the output ${JSON.stringify(out)} is given twice`]
      : [];
  });
}

function isWithin(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way === "" || (!way.startsWith("..") && resolve(folder, way) === path);
}

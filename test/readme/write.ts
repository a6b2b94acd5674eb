import { writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";

const root = join(import.meta.dirname, "../..");

/** Writes a program of the README's; it imports the generated code where it lies here. */
export function writeExample(file: string, text: string): void {
  const to = (folder: string): string =>
    `${relative(dirname(file), join(root, folder))}/`;
  const placed = text
    .replaceAll("./mcp/runtime/", to("src/runtime"))
    .replaceAll("./mcp/", to("generated"))
    .replaceAll('"@mcp-gen/runtime/all"', `"${to("generated")}index.js"`)
    .replaceAll('"@mcp-gen/runtime"', `"${to("src/runtime")}index.js"`)
    .replaceAll(
      '"@mcp-gen/runtime/auth"',
      `"${to("src/runtime")}auth/index.js"`,
    )
    .replaceAll(
      /"@mcp-gen\/runtime\/([a-z][\w/-]+)"/g,
      `"${to("src/runtime")}$1.js"`,
    )
    .replaceAll(
      /"@mcp-gen\/runtime\/([\d-]+)"/g,
      `"${to("generated")}$1/index.js"`,
    )
    .replaceAll('"mcp-gen/all"', `"${to("generated")}index.js"`)
    .replaceAll('"mcp-gen/runtime"', `"${to("src/runtime")}index.js"`)
    .replaceAll('"mcp-gen/auth"', `"${to("src/runtime")}auth/index.js"`)
    .replaceAll(/"mcp-gen\/(auth\/[\w-]+)"/g, `"${to("src/runtime")}$1.js"`)
    .replaceAll(/"mcp-gen\/runtime\/([\w-]+)"/g, `"${to("src/runtime")}$1.js"`);
  writeFileSync(file, placed);
}

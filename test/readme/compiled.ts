import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { codeBlocks, namedBlock } from "./blocks.ts";
import { writeExample } from "./write.ts";

const root = join(import.meta.dirname, "../..");

/**
 * Writes the TypeScript blocks of a page into a folder, each as a file: of the name that
 * the page calls it by, or of the line that it begins at. A page whose programs import
 * `./server.js`, and which shows none, has that of `serverPage`. Throws where two blocks
 * have one name.
 */
export function writeBlocks(folder: string, text: string): void {
  const own = codeBlocks(text).filter(({ language }) => language === "ts");
  const needsServer =
    own.some((block) => /from "\.\/server\.js"/.test(block.text)) &&
    !own.some(({ name }) => name === "server.ts");
  const shared = { name: "server.ts", line: 0 };
  const server = needsServer
    ? [{ ...shared, text: namedBlock(serverPage, "server.ts") }]
    : [];
  const names = new Set<string>();
  for (const block of [...own, ...server]) {
    const name = block.name ?? `line-${block.line}.ts`;
    if (names.has(name)) throw new Error(`two blocks are named ${name}`);
    names.add(name);
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeExample(file, block.text);
  }
}

/** The page whose `server.ts` the programs of other pages serve. */
const serverPage = "docs/guides/http.md";

/** What the compiler says of the programs below a folder: nothing where all are right. */
export function compile(folder: string, more: object = {}): string {
  const config = {
    extends: relative(folder, join(root, "tsconfig.json")),
    compilerOptions: { lib: ["ES2023", "DOM"], ...more },
    include: ["**/*.ts"],
    exclude: [],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    // Several threads make the same types again, each for itself.
    [tsc, "-p", folder, "--singleThreaded"],
    { encoding: "utf8" },
  );
  const said = stdout.replaceAll(relative(process.cwd(), folder), "") + stderr;
  return status === 0 || said !== "" ? said : `the compiler ended: ${status}`;
}

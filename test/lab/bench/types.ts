import { readFileSync } from "node:fs";
import path from "node:path";
import {
  countInstantiations,
  handlersProgram,
  toolProgram,
  zodProgram,
} from "./instantiations.ts";
import type { Folders } from "./main.ts";
import { generateStubs } from "./programs.ts";
import type { Row, Table } from "./table.ts";

/** All of them report the figure, each a slightly different one. */
const compilers = ["typescript", "typescript-6", "typescript-5.9"];

/** What `tsc --noEmit` with `skipLibCheck` makes of a one-tool server. */
export function typeTables(folders: Folders): Table[] {
  const { repository, folder } = folders;
  const stubs = "../mcp";
  generateStubs(folders);
  const packaged = path.join(repository, "dist");
  const programs: readonly (Omit<Row, "median"> & { readonly code: string })[] =
    [
      { name: "handlers", code: handlersProgram(stubs), aim: 1000 },
      { name: "tool()", code: toolProgram(stubs), aim: 1000 },
      {
        name: "the package's handlers",
        code: handlersProgram(`${packaged}/generated`, `${packaged}/runtime`),
      },
      { name: "tool(), zod", code: zodProgram(stubs) },
      { name: "zod alone", code: zodAlone },
      { name: "SDK v1, zod", code: sourceOf("sdk-v1-server", folders) },
      { name: "SDK v2, zod", code: sourceOf("sdk-v2-server", folders) },
    ];
  return compilers.map((compiler) => ({
    title: `tsc --noEmit, skipLibCheck, ${compiler}`,
    unit: "instantiations",
    judged: "value",
    rows: programs.map(({ code, ...row }, index) => ({
      ...row,
      median: countInstantiations({
        repository,
        folder: path.join(folder, "types"),
        name: `program${index}`,
        code,
        compiler,
      }),
    })),
  }));
}

const zodAlone = `import { z } from "zod";

console.log(z.object({ text: z.string() }).parse({}).text);
`;

function sourceOf(program: string, { repository }: Folders): string {
  const file = path.join(
    repository,
    "test/lab/bench/programs",
    `${program}.ts`,
  );
  return readFileSync(file, "utf8");
}

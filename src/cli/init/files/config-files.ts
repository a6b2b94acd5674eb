import type { Layout } from "../layout.ts";

/** A tsconfig of its own: for the project, or for one folder of it. */
export function typeScriptConfig({ folder, config }: Layout): string {
  const isWithin = config?.startsWith(`${folder}/`) === true;
  const value = {
    compilerOptions: {
      target: "ES2022",
      lib: ["ES2022"],
      types: ["node"],
      module: "NodeNext",
      strict: true,
      noUncheckedIndexedAccess: true,
      isolatedModules: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
      sourceMap: true,
      rootDir: isWithin ? "." : "src",
      outDir: "dist",
    },
    include: [isWithin ? "." : "src"],
    ...(isWithin ? { exclude: ["dist"] } : {}),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** What version control leaves out. */
export const gitignore = "node_modules/\ndist/\n";

import { createRequire } from "node:module";
import { join, relative } from "node:path";
// The oldest has the fewest functions: what it has, all have.
import type ts from "typescript-5.5";
import { runNode } from "../../support/typescript.ts";
import type { CompilerVersion } from "./settings.ts";

/** What a compiler says of the files of a project that are ours: a line each. */
export interface Checker {
  check(): Promise<readonly string[]>;
  /** Puts JavaScript beside the files in folders of these names. */
  emit(folders: readonly string[]): void;
}

/** The one that is a program of its own, and no library. */
const native: CompilerVersion = "7";

export function createChecker(
  folder: string,
  version: CompilerVersion,
): Checker {
  return version === native
    ? nativeChecker(folder)
    : libraryChecker(folder, loadCompiler(version));
}

function loadCompiler(version: CompilerVersion): typeof ts {
  const require = createRequire(import.meta.url);
  // The packages of all these versions declare the same.
  return require(`typescript-${version}`) as typeof ts;
}

function nativeChecker(folder: string): Checker {
  const tsc = join(
    import.meta.dirname,
    "../../../node_modules/typescript/bin/tsc",
  );
  return {
    check: async () => {
      const args = [tsc, "--noEmit", "--pretty", "false"];
      const { code, output } = await runNode(args, folder);
      const lines = output.split("\n").filter((line) => /^\S/.test(line));
      return code === 0 || lines.length > 0 ? lines : [`exit code ${code}`];
    },
    emit: () => {
      throw new Error("this compiler is there to check alone");
    },
  };
}

/**
 * As its command does it, but that files are read once for all kinds of projects, and
 * that those of the compiler and of other packages are not checked.
 */
function libraryChecker(folder: string, compiler: typeof ts): Checker {
  const files = new Map<string, ts.SourceFile | undefined>();
  const read = (more: ts.CompilerOptions): ts.Program => {
    const { config } = compiler.readConfigFile(
      join(folder, "tsconfig.json"),
      compiler.sys.readFile,
    );
    const { fileNames, options, errors } = compiler.parseJsonConfigFileContent(
      config,
      compiler.sys,
      folder,
      more,
    );
    const host = compiler.createCompilerHost(options);
    const readFile = host.getSourceFile.bind(host);
    host.getSourceFile = (name, how, ...rest) => {
      const key = JSON.stringify([name, how, options.strict]);
      if (!files.has(key)) files.set(key, readFile(name, how, ...rest));
      return files.get(key);
    };
    return compiler.createProgram({
      rootNames: fileNames,
      options,
      host,
      configFileParsingDiagnostics: errors,
    });
  };
  const isOurs = ({ fileName }: ts.SourceFile): boolean => {
    const [top, scope] = relative(folder, fileName).split("/");
    return top === "node_modules"
      ? scope === "mcp-gen" || scope === "@mcp-gen"
      : top !== "..";
  };
  const show = ({ file, start, messageText }: ts.Diagnostic): string => {
    const name = file ? relative(folder, file.fileName) : "tsconfig.json";
    const line = file?.getLineAndCharacterOfPosition(start ?? 0).line ?? 0;
    const text = compiler.flattenDiagnosticMessageText(messageText, "\n");
    return `${name}(${line + 1}): ${text.split("\n")[0]}`;
  };
  return {
    check: () => {
      const program = read({ noEmit: true });
      const own = program.getSourceFiles().filter(isOurs);
      const { declaration } = program.getCompilerOptions();
      const found = [
        ...program.getConfigFileParsingDiagnostics(),
        ...program.getOptionsDiagnostics(),
        ...program.getGlobalDiagnostics(),
        ...own.flatMap((file) => [
          ...program.getSyntacticDiagnostics(file),
          ...program.getSemanticDiagnostics(file),
          ...(declaration && !file.isDeclarationFile
            ? program.getDeclarationDiagnostics(file)
            : []),
        ]),
      ];
      return Promise.resolve(found.map(show));
    },
    emit: (folders) => {
      const program = read({ declaration: false });
      const write: ts.WriteFileCallback = (name, text) => {
        const [top = ""] = relative(folder, name).split("/");
        if (folders.includes(top)) compiler.sys.writeFile(name, text);
      };
      program.emit(undefined, write);
    },
  };
}

import { compiler } from "../source/compiler.ts";
import type { SchemaModule } from "../source/module.ts";
import {
  reportAt,
  type SchemaFile,
  type ParseSession,
} from "../source/session.ts";
import {
  brokenStatements,
  openSource,
  syntaxErrors,
} from "../source/source.ts";
import { collectStatements } from "./statements.ts";

/** Reads a file into a module, once for each path. */
export function openModule(
  session: ParseSession,
  file: SchemaFile,
): SchemaModule {
  const known = session.modules.get(file.path);
  if (known !== undefined) return known;
  const source = openSource(file.path, file.text);
  const errors = syntaxErrors(source);
  const module: SchemaModule = {
    path: file.path,
    source,
    broken: brokenStatements(source, errors),
    declared: new Map(),
    imports: new Map(),
    namespaces: new Map(),
    reexports: new Map(),
    listed: [],
    stars: [],
    dependencies: [],
  };
  // Before its imports are followed, which may lead back here.
  session.modules.set(file.path, module);
  for (const error of errors) {
    const message = compiler.flattenDiagnosticMessageText(
      error.messageText,
      " ",
    );
    reportAt({ session, module }, "syntax-error", error, {
      message,
      hint: "correct the file; what the error lies in has not been read",
    });
  }
  collectStatements({ session, module });
  return module;
}

import { report, type ParseSession } from "../source/session.ts";
import { copiesCore } from "./core.ts";
import { isExported } from "./exported.ts";

/**
 * Says so when a file beside the schema has the result of a request, by its name, and nothing
 * takes it from there: the request would silently get another.
 */
export function checkUnreadResults(session: ParseSession): void {
  const read = new Set([...session.needed].map(({ name }) => name));
  const { core } = session.options;
  for (const module of session.modules.values()) {
    if (core !== undefined && copiesCore(module, core)) continue;
    for (const declared of module.declared.values()) {
      const { name } = declared;
      const request = name.replace(/Result(Response)?$/, "Request");
      const isUnread = request !== name && read.has(request) && !read.has(name);
      if (isUnread && isExported(declared))
        report({ session, module }, "result-not-imported", declared.nameNode, {
          message: `${JSON.stringify(name)} is not imported from this file: it is not read, and ${request} gets another result`,
          hint: `import it where ${request} stands, or rename it`,
        });
    }
  }
}

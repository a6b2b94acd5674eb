import type { Together } from "../peer/dialect.ts";
import type { ServerExtension, ServerHost } from "../server/extension.ts";
import { requireDistinct, together } from "./together.ts";

/** Begins each extension of a server, once. Throws a TypeError where two have one id or one name. */
export function serveAll(
  extensions: readonly ServerExtension[],
  host: ServerHost,
): Together {
  requireDistinct(extensions);
  return together(
    extensions,
    extensions.map((one) => one.serve(host)),
  );
}

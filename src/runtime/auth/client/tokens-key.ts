import type { AuthorizationServer } from "oauth4webapi";
import type { Settings } from "./settings.ts";
import { storeKey } from "./tokens.ts";

/** Under which key tokens are kept: by who gave them, for what, and to whom. */
export function tokensKey(
  { way, client }: Settings,
  { issuer }: Pick<AuthorizationServer, "issuer">,
  resource: string,
): Promise<string> {
  const who = way.kind === "machine" ? way.machine.kind : "person";
  const id = client?.id ?? client?.metadataUrl ?? "";
  return storeKey("tokens", issuer, resource, who, id);
}

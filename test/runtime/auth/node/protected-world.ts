import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  startResource,
  type ProtectedResource,
  type ResourceOptions,
} from "../../../support/auth/index.ts";
import {
  startProvider,
  type ProviderOptions,
  type RealProvider,
} from "../../../support/auth/provider.ts";

/** A protected server, a real authorization server, and a folder; all end with the test. */
export interface ProtectedWorld {
  readonly provider: RealProvider;
  readonly resource: ProtectedResource;
  readonly folder: string;
  /** Has the resource refuse every access token that was given until now. */
  forgetTokens(): void;
}

/** What is other than usual in it. */
type WorldOptions = Partial<ProviderOptions> & Pick<ResourceOptions, "needs">;

export async function protectedWorld({
  needs,
  ...ofProvider
}: WorldOptions = {}): Promise<ProtectedWorld> {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-login-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const provider = await startProvider({
    resources: () => ({ [resource.resource]: ["notes", "notes:write"] }),
    ...ofProvider,
  });
  const seen = new Set<string>();
  const forgotten = new Set<string>();
  const resource: ProtectedResource = await startResource({
    authorizationServers: [
      {
        issuer: provider.issuer,
        async active(token) {
          seen.add(token);
          return forgotten.has(token) ? undefined : provider.active(token);
        },
      },
    ],
    ...(needs && { needs }),
    metadataFields: { scopes_supported: ["notes"] },
  });
  return {
    provider,
    resource,
    folder,
    forgetTokens() {
      for (const token of seen) forgotten.add(token);
    },
  };
}

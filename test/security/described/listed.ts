import { ListingError, listServer } from "../../../src/cli/call/index.ts";
import type { CallIo, CallRequest } from "../../../src/cli/call/index.ts";
import type { Listing } from "../../../src/contracts/snapshot/listed.ts";
import { temporaryFolder } from "../../emit/output/folder.ts";
import { serveHostile, type Answer } from "./hostile-server.ts";

/** A tool as lists have it. */
export const tool = (name: string, more: object = {}): object => ({
  name,
  inputSchema: { type: "object" },
  ...more,
});

/** Lists a server as `mcp-gen client` does; also what was told on standard error. */
export async function listed(
  answers: Readonly<Record<string, Answer>>,
  options: Partial<CallRequest> = {},
  place: Partial<CallIo> = {},
): Promise<{ listing: Listing | ListingError; stderr: string; asked: number }> {
  const server = await serveHostile(answers);
  const cwd = temporaryFolder();
  let stderr = "";
  const request: CallRequest = {
    server: { word: server.url, words: undefined, config: undefined },
    ...{ assignments: [], isAsIs: false, format: "text", revisions: [] },
    ...{ headers: {}, variables: [], answers: new Map(), roots: [] },
    ...{ isModel: false, login: false, opensBrowser: false, isLogout: false },
    ...{ client: { scopes: [] }, isQuiet: false },
    ...options,
  };
  const io: CallIo = {
    ...{ cwd, env: { HOME: cwd }, isTerminal: false, isOutputTerminal: false },
    stdout: () => undefined,
    stderr: (text) => void (stderr += text),
    readStdin: () => Promise.resolve(Buffer.of()),
    ...place,
  };
  const listing = await listServer(request, io).catch((error: unknown) => {
    if (error instanceof ListingError) return error;
    throw error;
  });
  return { listing, stderr, asked: server.asked.length };
}

import type { CallExitCode, CallIo, CallRequest } from "../../call/index.ts";
import type { CommandIo } from "../io.ts";
import { reporting } from "../report.ts";
import { callRequest, type CallFlags, type CallWords } from "./request.ts";

/** `mcp-gen call`: asks a server something, and prints the answer. */
export async function callCommand(
  words: CallWords,
  flags: CallFlags,
  io: CommandIo,
): Promise<CallExitCode> {
  return reporting(io, flags.format, async () => {
    const env = io.env ?? {};
    const request: CallRequest = callRequest(words, flags, {
      cwd: io.cwd,
      env,
    });
    const screen: CallIo = {
      ...io,
      env,
      isOutputTerminal: io.isOutputTerminal ?? false,
    };
    const { callServer } = await import("../../call/index.ts");
    return callServer(request, screen);
  });
}

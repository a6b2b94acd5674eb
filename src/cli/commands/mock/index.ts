import { hostname, networkInterfaces } from "node:os";
import {
  readDescription,
  type Description,
} from "../../../contracts/snapshot/index.ts";
import { InputError } from "../../../base/diagnostics/error.ts";
import { escapeControls } from "../../../base/diagnostics/escape.ts";
import {
  listenMock,
  serveMock,
  type MockOptions,
} from "../../../contracts/mock/index.ts";
import { readDescriptionText } from "../server/description-text.ts";
import type { ExitCode } from "../exit-code.ts";
import type { CommandIo } from "../io.ts";
import { reporting } from "../report.ts";
import { counted } from "../table.ts";
import type { MockAddress, MockFlags } from "./flags.ts";

/** So many notes are read. */
const maxNotes = 20;

/** `mcp-gen mock`: serves what was described, with answers that are made up. */
export async function mockCommand(
  source: string,
  { http, seed }: MockFlags,
  io: CommandIo,
): Promise<ExitCode> {
  return reporting(io, "text", async () => {
    if (source === "-" && http === undefined)
      throw new InputError(
        "unreadable",
        "Standard input is the client's, and no description",
        { hint: "give a file, or --http" },
      );
    const { text, file } = await readDescriptionText(source, io);
    const description = readDescription(text, file);
    const say = (line: string): void =>
      io.stderr(`mcp-gen mock: ${escapeControls(line)}\n`);
    let notes = 0;
    const options: MockOptions = {
      seed,
      note: (line) => {
        if (++notes <= maxNotes) say(line);
        else if (notes === maxNotes + 1) say("and more of the kind");
      },
    };
    const what = `${contentOf(description)}; what it answers is made up, of seed ${seed}`;
    if (http === undefined) {
      say(`a mock of ${what}`);
      await serveMock(description, options);
      return 0;
    }
    const running = await listenMock(description, {
      ...options,
      ...http,
      allowedHosts: namesOf(http),
    });
    say(`a mock of ${what}`);
    say(`listening at ${running.url}`);
    await interrupted(io);
    await running.close();
    return 0;
  });
}

async function interrupted({ interruption }: CommandIo): Promise<void> {
  const signal = interruption?.();
  if (signal === undefined || signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener("abort", resolve));
}

function contentOf({
  server,
  tools,
  prompts,
  resources,
  resourceTemplates,
}: Description): string {
  const counts = [
    counted(tools.length, "tool"),
    ...(prompts.length > 0 ? [counted(prompts.length, "prompt")] : []),
    ...(resources.length > 0 ? [counted(resources.length, "resource")] : []),
    ...(resourceTemplates.length > 0
      ? [counted(resourceTemplates.length, "template")]
      : []),
  ];
  const name = server === undefined ? "" : `${server.name} ${server.version}: `;
  return `${name}${counts.join(", ")}`;
}

/** The names that other machines may reach it by; undefined where none does. */
function namesOf({ host }: MockAddress): string[] | undefined {
  if (["127.0.0.1", "::1", "localhost"].includes(host)) return undefined;
  const isAny = host === "0.0.0.0" || host === "::";
  if (!isAny) return [host];
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .map(({ address, family }) =>
      family === "IPv6" ? `[${address}]` : address,
    );
  return ["localhost", hostname(), ...own];
}

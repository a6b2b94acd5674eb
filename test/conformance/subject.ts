import path from "node:path";
import { startFixture } from "./fixture.ts";
import type { Folders } from "./folders.ts";
import type { Side } from "./legs.ts";

/** What is judged, ready for the suite. */
export interface Subject {
  /** What tells the suite where it is. */
  readonly target: readonly string[];
  /** Where a server is. */
  readonly url?: string;
  /** Ends it; false when it had ended by itself before. */
  close(): Promise<boolean>;
}

/**
 * How long a client may take, in milliseconds. All of a leg's scenarios start at
 * once, each as a process.
 */
const clientTimeout = 60_000;

/** One server serves all legs, one after the other; a client is started by the suite. */
export async function startSubject(
  side: Side,
  folders: Folders,
  results: string,
): Promise<Subject> {
  switch (side) {
    case "server": {
      const reports = path.join(results, "server.txt");
      const { url, close } = await startFixture(folders.server, reports);
      return { target: ["--url", url], url, close };
    }
    case "client": {
      // The suite hands it to a shell.
      const command = `"${process.execPath}" "${folders.client}"`;
      return {
        target: ["--command", command, "--timeout", String(clientTimeout)],
        close: () => Promise.resolve(true),
      };
    }
    default:
      return side satisfies never;
  }
}

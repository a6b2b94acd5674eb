import { createClient } from "../../../lab/load/clients/client.ts";
import { requireEqual, textOf } from "../../../lab/load/expected.ts";
import { randomOf } from "../../../lab/load/random.ts";
import { NoResult, Sea } from "./sea.ts";
import { call, notify, openSession, type Session } from "./session.ts";

/** A client whose tool has asked it something, and waits for the answer. */
export interface Witness {
  /** Of the call: the ledger knows where it runs. */
  readonly token: string;
  /** What the client is told once its process is dead; throws where it is told anything else. */
  readonly told: Promise<string>;
  /** Answers all the same, and goes on in its session. */
  goOn(): Promise<void>;
}

/** Opens a session and calls a tool that asks; resolves when the question is there. */
export async function openWitness(url: URL): Promise<Witness> {
  const client = createClient("witness", url, randomOf(1), { runs: {} });
  const order = { url: url.href, seed: 1, clients: 1, calls: 1 };
  const sea = new Sea({ ...order, hasSessions: true, pauseMs: 0 });
  const session = await openSession(client, sea);
  const token = client.nextToken();
  let question: unknown;
  let hear = (): void => {};
  const asked = new Promise<void>((resolve) => (hear = resolve));
  const waiting = call(
    session,
    "tools/call",
    { name: "ask", arguments: { token } },
    token,
    {
      onQuestion({ id }) {
        question = id;
        hear();
      },
    },
  );
  const told = waiting.answer().then(
    () => {
      throw new Error("it was answered, though nobody has answered it");
    },
    (error: unknown) => {
      if (error instanceof NoResult && error.why === "told")
        return error.message;
      throw error;
    },
  );
  told.catch(() => {});
  await Promise.race([asked, told]);
  return {
    token,
    told,
    async goOn() {
      const result = { action: "accept", content: { answer: "too late" } };
      await notify(client, session.headers, { id: question, result });
      await echo(session);
      await session.leave("goodbye");
      client.agent.destroy();
    },
  };
}

async function echo(session: Session): Promise<void> {
  const token = session.client.nextToken();
  const params = { name: "echo", arguments: { token } };
  const answer = await call(session, "tools/call", params, token).answer();
  requireEqual(textOf(answer), token, "echo");
}

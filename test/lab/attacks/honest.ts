import { alone, json, lone, openReady } from "./messages.ts";
import { senderFrom, type Sender } from "./sender.ts";

/** What an honest client went through. */
export interface Experience {
  readonly calls: number;
  /** What it was answered that it should not have been. */
  readonly failures: readonly string[];
  /** The longest that it waited, in milliseconds. */
  readonly longest: number;
}

/** A client that calls a tool again and again, in its session and without. */
export interface Honest {
  /** Ends; it opens another session at last. */
  leave(): Promise<Experience>;
}

export async function startHonest(port: number): Promise<Honest> {
  const sender = senderFrom("127.0.0.2", port);
  const session = await openReady(sender);
  const failures: string[] = [];
  let calls = 0;
  let longest = 0;
  let isOver = false;
  const call = async (inSession: boolean): Promise<void> => {
    const token = `t${++calls}`;
    const params = { name: "echo", arguments: { token } };
    const began = performance.now();
    const { status, text } = inSession
      ? await sender.post(json("tools/call", params), session)
      : await sender.post(
          lone("tools/call", params),
          alone("tools/call", "echo"),
        );
    longest = Math.max(longest, performance.now() - began);
    if (status !== 200 || !text.includes(`"${token}"`))
      failures.push(`${status}: ${text.slice(0, 200)}`);
  };
  const live = async (): Promise<void> => {
    while (!isOver) {
      await call(calls % 2 === 0);
      await pause(20);
    }
  };
  const over = live();
  return {
    async leave() {
      isOver = true;
      await over;
      await call(true);
      await call(false);
      await checkNew(sender, failures);
      sender.leave();
      return { calls, failures, longest };
    },
  };
}

async function checkNew(sender: Sender, failures: string[]): Promise<void> {
  try {
    const session = await openReady(sender);
    const { status } = await sender.post(json("ping", {}), session);
    if (status !== 200) failures.push(`a new session answers ${status}`);
  } catch (error) {
    failures.push(String(error));
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

import { expect } from "vitest";
import { createMemoryPair } from "../../../../src/runtime/peer/memory.ts";
import type { Server } from "../../../../src/runtime/server/create-server.ts";
import type { Fields } from "../../questions.ts";
import {
  initializeAs,
  modernRequest,
  newestHandshake,
  notification,
  request,
} from "../../revisions.ts";
import { createWire, settle, type Wire } from "../../wire.ts";
import { tasksId } from "./tasks-rows.ts";

export const askable = { elicitation: {}, sampling: {}, roots: {} };

/** What a client of the extension declares. */
export const declared: Fields = { ...askable, extensions: { [tasksId]: {} } };

/** Asks a server by hand, in one revision. */
export interface Asker {
  readonly wire: Wire;
  /** Sends a request, and gives its id: its answer is waited for by `answerTo`. */
  send(method: string, params?: Fields): number;
  /** The answer to a request; whatever comes before it is heard. */
  answerTo(id: number): Promise<Fields>;
  /** The result of a request; fails where it is refused. */
  ask(method: string, params?: Fields): Promise<Fields>;
  /** The error that a request is refused with. */
  refused(method: string, params?: Fields): Promise<Fields>;
  /** Calls the tool as its revision has it, and gives the task. */
  begin(args?: Fields): Promise<Fields>;
  /** Polls a task until it has a status, or is over. */
  until(taskId: unknown, status: string): Promise<Fields>;
  /** What came beside answers. */
  readonly heard: Fields[];
}

let lastId = 0;

/** Who has proved to be somebody, or nobody, in the revision with the extension. */
export function modernAsker(
  server: Server,
  capabilities: object = declared,
  principal?: string,
): Asker {
  return createAsker(wireOf(server, principal), {
    message: (id, method, params) =>
      modernRequest(id, method, params, capabilities),
    begun: (result) => result,
    call: (args) => ({ name: "work", arguments: args }),
  });
}

/** The same in a revision with a handshake. */
export async function coreAsker(
  server: Server,
  revision: string = newestHandshake,
  principal?: string,
  capabilities: object = askable,
): Promise<Asker> {
  const wire = wireOf(server, principal);
  await wire.ask(initializeAs(revision, capabilities));
  wire.send(notification("notifications/initialized"));
  return createAsker(wire, {
    message: request,
    begun: ({ task }) => task as Fields,
    call: (args) => ({ name: "work", arguments: args, task: {} }),
  });
}

function wireOf(server: Server, principal: string | undefined): Wire {
  const [near, far] = createMemoryPair();
  server.connect(
    principal === undefined ? far : Object.assign(far, { principal }),
  );
  return createWire(near);
}

interface Manner {
  message(id: number, method: string, params?: Fields): Fields;
  call(args: Fields): Fields;
  begun(result: Fields): Fields;
}

function createAsker(wire: Wire, manner: Manner): Asker {
  const heard: Fields[] = [];
  const asker: Asker = {
    wire,
    heard,
    send(method, params) {
      wire.send(manner.message(++lastId, method, params));
      return lastId;
    },
    async answerTo(id) {
      for (;;) {
        const message = await wire.next();
        if (message["id"] === id && !("method" in message)) return message;
        heard.push(message);
      }
    },
    async ask(method, params) {
      const answer = await asker.answerTo(asker.send(method, params));
      expect(answer).toHaveProperty("result");
      return answer["result"] as Fields;
    },
    async refused(method, params) {
      const answer = await asker.answerTo(asker.send(method, params));
      expect(answer).toHaveProperty("error");
      return answer["error"] as Fields;
    },
    async begin(args = {}) {
      const task = manner.begun(
        await asker.ask("tools/call", manner.call(args)),
      );
      expect(task).toMatchObject({ status: "working" });
      return task;
    },
    async until(taskId, status) {
      for (let polls = 0; polls < 200; polls++) {
        const task = await asker.ask("tasks/get", { taskId });
        if (task["status"] === status) return task;
        await settle();
      }
      throw new Error(`the task never was ${status}`);
    },
  };
  return asker;
}

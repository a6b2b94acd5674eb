import { afterEach, describe, expect, test } from "vitest";
import { fieldsOf, type Fields } from "./examiner.ts";
import { call, codeOf, openSession, type Session } from "./session.ts";
import { job, maybe, serverOf } from "./subject.ts";

let session: Session;
afterEach(() => session.close());

describe.each(["2025-06-18", "2025-03-26", "2024-11-05"])(
  "a client of %s, which knows no tasks",
  (revision) => {
    test("is served at once, whatever a tool says of them", async () => {
      const server = serverOf([
        job(async (context) => `as ${typeof (await context.task()).id}`),
        maybe(async (context) => `as ${typeof (await context.task()).id}`),
      ]);
      session = await openSession("stdio", server, { revision });
      expect(session.opened["capabilities"]).not.toHaveProperty("tasks");
      const { result } = await session.ask("tools/list");
      for (const listed of fieldsOf(result)["tools"] as Fields[])
        for (const field of ["task", "execution"])
          expect(listed).not.toHaveProperty(field);
      for (const name of ["job", "maybe"])
        for (const more of [{}, { task: { ttl: 1 } }])
          expect(
            (await session.ask(...call(name, more)))["result"],
          ).toMatchObject({ content: [{ text: "as undefined" }] });
      const params = { taskId: "a" };
      expect(codeOf(await session.ask("tasks/get", params))).toBe(-32601);
    });
  },
);

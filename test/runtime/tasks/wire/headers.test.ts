import { afterEach, describe, expect, test } from "vitest";
import { begin, look, type Examiner } from "./examiner.ts";
import { examine, gate, job, serverOf } from "./subject.ts";

let examiner: Examiner;
afterEach(() => examiner.close());

const mismatch = { status: 400, error: { code: -32020 } };

describe("over HTTP, a request about a task", () => {
  const methods = ["tasks/get", "tasks/update", "tasks/cancel"];
  const paramsOf = (method: string, taskId: string): object => ({
    taskId,
    ...(method === "tasks/update" && { inputResponses: {} }),
  });

  test.each(methods)(
    "names it in a header, or is refused: %s",
    async (method) => {
      const { opened, open } = gate();
      const server = serverOf([job(() => opened.then(() => "done"))]);
      examiner = examine("HTTP", server);
      const taskId = await begin(examiner);
      const params = paramsOf(method, taskId);
      for (const name of [undefined, "another", `${taskId}x`, "job"]) {
        const headers = { "mcp-name": name };
        expect(await examiner.ask(method, params, { headers })).toMatchObject(
          mismatch,
        );
      }
      const wrong = { "mcp-method": "tools/call" };
      expect(
        await examiner.ask(method, params, { headers: wrong }),
      ).toMatchObject(mismatch);
      expect(await look(examiner, taskId)).toMatchObject({ status: "working" });
      const { status, error } = await examiner.ask(method, params);
      expect(error).toBeUndefined();
      expect(status).toBe(200);
      open();
    },
  );

  test("may write the name in base64", async () => {
    examiner = examine("HTTP", serverOf([job(() => "done")]));
    const taskId = await begin(examiner);
    const base64 = Buffer.from(taskId).toString("base64");
    const headers = { "mcp-name": `=?base64?${base64}?=` };
    const { status } = await examiner.ask("tasks/get", { taskId }, { headers });
    expect(status).toBe(200);
  });
});

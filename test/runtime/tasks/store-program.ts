import { begin, completeTask } from "../../../src/runtime/tasks/life.ts";
import { fileTaskStore } from "../../../src/runtime/tasks/node.ts";

/** Keeps tasks until it is killed: says the name of each when it is kept, and what it came to. */
const [, , folder = "", waitMs = "60000"] = process.argv;
const store = fileTaskStore(folder, { lockTimeoutMs: Number(waitMs) });

try {
  const unfinished = await store.open();
  console.log(`found ${unfinished.length}`);
  for (let made = 0; ; made++) {
    const taskId = `${process.pid}-${made}`;
    await store.create(begin({ taskId, method: "tools/call", ttl: null }));
    console.log(`kept ${taskId}`);
    if (made % 2 === 0) continue;
    await store.update(taskId, (task) => completeTask(task, { made }));
    console.log(`done ${taskId}`);
  }
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}

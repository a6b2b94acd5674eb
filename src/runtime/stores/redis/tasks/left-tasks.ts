import { listOf, replyText } from "../link/reply.ts";
import type { RedisLink } from "../open-redis.ts";
import { isOver } from "../../../tasks/life.ts";
import type { TaskRecord } from "../../../tasks/record.ts";
import { readRow } from "./task-table.ts";

/** Maximum number of concurrent reads. */
const most = 100;

/** Returns the open tasks of dead processes. */
export async function leftTasks(
  redis: RedisLink,
): Promise<readonly TaskRecord[]> {
  const left: TaskRecord[] = [];
  for (const process of await members(redis, "makers")) {
    if (await redis.bus.isAlive(process)) continue;
    const ids = await members(redis, "at", process);
    for (let at = 0; at < ids.length; at += most) {
      const some = ids.slice(at, at + most);
      const rows = await Promise.all(some.map((id) => readRow(redis, id)));
      for (const row of rows) if (row && !isOver(row.task)) left.push(row.task);
    }
  }
  return left;
}

async function members(
  redis: RedisLink,
  ...parts: readonly string[]
): Promise<readonly string[]> {
  const key = redis.key("tasks", ...parts);
  return listOf(await redis.command("SMEMBERS", key)).map(replyText);
}

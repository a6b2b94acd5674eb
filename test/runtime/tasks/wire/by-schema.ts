import { readFileSync } from "node:fs";
import { Ajv2020 } from "ajv/dist/2020.js";
import type { Examiner, Fields, Listening } from "./examiner.ts";

/** The schema of the extension: held against the published one elsewhere. */
const file = new URL(
  "../../../../generated/2026-07-28/extensions/tasks/schema.json",
  import.meta.url,
);
const document = JSON.parse(readFileSync(file, "utf8")) as { $id: string };
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(document);

const results: Readonly<Record<string, string>> = {
  "tasks/get": "GetTaskResult",
  "tasks/update": "UpdateTaskResult",
  "tasks/cancel": "CancelTaskResult",
};

/** The same examiner, which fails where what the server says of tasks does not fit the schema. */
export function bySchema(examiner: Examiner): Examiner {
  return {
    ...examiner,
    async ask(method, params, unusual) {
      const reply = await examiner.ask(method, params, unusual);
      const isHandle = reply.result?.["resultType"] === "task";
      const type = isHandle ? "CreateTaskResult" : results[method];
      if (reply.result && type !== undefined) requireValid(type, reply.result);
      return reply;
    },
    async listen(notifications, unusual) {
      return heardBySchema(await examiner.listen(notifications, unusual));
    },
  };
}

function heardBySchema(listening: Listening): Listening {
  return {
    ...listening,
    async next() {
      const message = await listening.next();
      if (message?.["method"] === "notifications/tasks")
        requireValid("TaskStatusNotification", message);
      return message;
    },
  };
}

function requireValid(type: string, value: Fields): void {
  const validate = ajv.getSchema(`${document.$id}#/$defs/${type}`);
  if (!validate) throw new Error(`the schema has no ${type}`);
  if (validate(value) === true) return;
  const why = ajv.errorsText(validate.errors);
  throw new Error(`this is no ${type} (${why}): ${JSON.stringify(value)}`);
}

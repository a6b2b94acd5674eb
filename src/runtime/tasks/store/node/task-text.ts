import { FileStoreError } from "../../../stores/files/file-store-error.ts";
import { isObject } from "../../../protocol/message.ts";
import type { TaskRecord } from "../../record.ts";
import { keptTask } from "../keep.ts";
import { unsoundField } from "../sound-record.ts";

/** Version of the file format. */
const version = 1;

/** Returns the content of a task file. */
export function taskText(task: TaskRecord): string {
  return `${JSON.stringify({ version, task })}\n`;
}

/**
 * Parses a task file. Throws a FileStoreError for any other content, without quoting it: it may
 * be confidential.
 */
export function readTaskText(path: string, text: string): TaskRecord {
  const value = parsed(path, text);
  if (!isObject(value)) throw broken(path, "it is not a JSON object");
  const { version: found, task } = value;
  if (typeof found === "number" && found > version)
    throw broken(
      path,
      `it was written by a later release (version ${found}; this release reads version ${version})`,
    );
  if (found !== version || !isRecord(task))
    throw broken(path, "it is not a valid task");
  return keptTask(task);
}

function isRecord(value: unknown): value is TaskRecord {
  return isObject(value) && unsoundField(value) === undefined;
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of JSON.parse quotes the text.
    throw broken(path, "it is not valid JSON");
  }
}

/** Returns the error for a file that is not a task. */
export function broken(path: string, problem: string): FileStoreError {
  return new FileStoreError(
    path,
    `${problem}: the file is left unchanged and ignored. Repair it, or move it away`,
  );
}

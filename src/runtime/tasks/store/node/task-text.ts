import { FileStoreError } from "../../../stores/files/file-store-error.ts";
import { isObject } from "../../../protocol/message.ts";
import type { TaskRecord } from "../../record.ts";
import { keptTask } from "../keep.ts";
import { unsoundField } from "../sound-record.ts";

/** Of the form below; a later one has another number. */
const version = 1;

/** What the file of a task says. */
export function taskText(task: TaskRecord): string {
  return `${JSON.stringify({ version, task })}\n`;
}

/**
 * Reads what `taskText` wrote. Throws a FileStoreError for anything else, and quotes
 * nothing of it: it may be confidential.
 */
export function readTaskText(path: string, text: string): TaskRecord {
  const value = parsed(path, text);
  if (!isObject(value)) throw broken(path, "it is no JSON object");
  const { version: found, task } = value;
  if (typeof found === "number" && found > version)
    throw broken(
      path,
      `a later release of this program wrote it (version ${found}, and this one reads ${version})`,
    );
  if (found !== version || !isRecord(task))
    throw broken(path, "it has not the form of a task");
  return keptTask(task);
}

function isRecord(value: unknown): value is TaskRecord {
  return isObject(value) && unsoundField(value) === undefined;
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The message of JSON.parse quotes what it reads.
    throw broken(path, "it is no JSON");
  }
}

/** The error for a file that is no task's. */
export function broken(path: string, problem: string): FileStoreError {
  return new FileStoreError(
    path,
    `${problem}: it is left as it is, and its task is not there; mend it, or move it away`,
  );
}

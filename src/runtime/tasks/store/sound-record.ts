import { isObject, type JsonObject } from "../../protocol/message.ts";
import type { TaskRecord } from "../record.ts";
import { isErrorObject, isQuestions, isStatus } from "../wire/seen-task.ts";

/** Returns the first invalid field of a task record; undefined if the record is valid. */
export function unsoundField(value: JsonObject): string | undefined {
  return Object.entries(fields).find(
    ([name, isSound]) => !isSound(value[name], value),
  )?.[0];
}

type Check = (value: unknown, record: JsonObject) => boolean;

const isName: Check = (value) => typeof value === "string" && value !== "";
const isText: Check = (value) => typeof value === "string";
const isDate: Check = (value) =>
  typeof value === "string" && Number.isFinite(Date.parse(value));
const isTime: Check = (value) =>
  typeof value === "number" && value >= 0 && value < Infinity;
const isAnswers: Check = (value) =>
  isObject(value) && Object.values(value).every(isObject);
const isRefusal: Check = (value) =>
  isObject(value) &&
  typeof value["message"] === "string" &&
  (value["code"] === undefined || Number.isSafeInteger(value["code"]));
const isRefusals: Check = (value) =>
  isObject(value) &&
  Object.values(value).every((refusal) => isRefusal(refusal, value));
const isKeys: Check = (value) =>
  Array.isArray(value) && value.every((key) => typeof key === "string");

const optional =
  (isSound: Check): Check =>
  (value, record) =>
    value === undefined || isSound(value, record);

/** Checks a field that exists only with one status. */
const belongingTo =
  (status: TaskRecord["status"], isSound: Check): Check =>
  (value, record) =>
    record["status"] === status ? isSound(value, record) : value === undefined;

const createFields = (): {
  readonly [Name in keyof Required<TaskRecord>]: Check;
} => ({
  taskId: isName,
  method: isName,
  owner: optional(isText),
  session: optional(isText),
  status: isStatus,
  statusMessage: optional(isText),
  createdAt: isDate,
  lastUpdatedAt: isDate,
  ttl: (value, record) => value === null || isTime(value, record),
  pollInterval: optional(isTime),
  result: belongingTo("completed", isObject),
  error: belongingTo("failed", isErrorObject),
  questions: belongingTo("input_required", isQuestions),
  answers: optional(isAnswers),
  withdrawn: optional(isKeys),
  refusals: optional(isRefusals),
});
// Marked as pure, so that bundlers can drop it.
const fields = /* @__PURE__ */ createFields();

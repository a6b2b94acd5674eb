import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

/** Logs and folders. */
export const utilityDescriptions: readonly DescriptionFact[] = [
  ...describes("server/utilities/logging", {
    LoggingLevel: "How serious a log entry is, from least to most.",
    "SetLevelRequestParams.level":
      "The least serious entry that the client wants.",
    "LoggingMessageNotificationParams.level": "How serious it is.",
    "LoggingMessageNotificationParams.logger":
      "Which part of the server says it.",
    "LoggingMessageNotificationParams.data":
      "What is said: a text, or anything that JSON can hold. No secrets.",
  }),
  ...describes("client/roots", {
    "ListRootsResult.roots": "The folders.",
    Root: "A folder that the client works in.",
    "Root.uri": "Its address, which starts with `file://`.",
    "Root.name": "What people see.",
    "Root._meta": "Data about the folder itself.",
    "ListRootsRequest.params._meta": "Data about the request itself.",
  }),
];

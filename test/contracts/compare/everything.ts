import type { Snapshot } from "../../../src/contracts/snapshot/index.ts";
import { object, snapshotOf, toolOf } from "./snapshots.ts";

const string = { type: "string" };
const days = (maximum: number) => ({ type: "integer", maximum });

const before = snapshotOf({
  tools: [
    toolOf(object({ city: string, days: days(14) }, "city"), {
      description: "A forecast",
      outputSchema: object({ wind: string, sky: { enum: ["clear"] } }, "wind"),
      annotations: { readOnlyHint: true },
      execution: { taskSupport: "optional" },
    }),
    { name: "gone", inputSchema: { type: "object" } },
    {
      name: "old-name",
      description: "As it was",
      inputSchema: { type: "object" },
    },
  ],
  prompts: [
    { name: "report", arguments: [{ name: "city" }, { name: "lost" }] },
    { name: "gone", description: "A prompt" },
  ],
  resources: [
    { uri: "weather://a", name: "a" },
    { uri: "weather://b", name: "b", mimeType: "text/plain" },
  ],
  resourceTemplates: [
    { name: "history", uriTemplate: "weather://{city}/{year}" },
    { name: "search", uriTemplate: "weather://search{?q}" },
    { name: "gone", uriTemplate: "weather://gone/{a}" },
    { name: "other", uriTemplate: "weather://other/{a}" },
  ],
});

const after = snapshotOf({
  server: { name: "weather", version: "2.0.0" },
  protocolVersion: "2026-07-28",
  tools: [
    toolOf(
      object(
        { city: string, days: days(7), units: { enum: ["C", "F"] } },
        "city",
        "units",
      ),
      {
        description: "A forecast of a place",
        outputSchema: object({
          sky: { enum: ["clear", "rain"] },
          more: string,
        }),
        execution: { taskSupport: "required" },
      },
    ),
    { name: "come", inputSchema: { type: "object" } },
    {
      name: "new-name",
      description: "As it was",
      inputSchema: { type: "object" },
    },
  ],
  prompts: [
    {
      name: "report",
      arguments: [{ name: "city", required: true }, { name: "more" }],
    },
    { name: "come" },
  ],
  resources: [
    { uri: "weather://b", name: "b", mimeType: "text/html" },
    { uri: "weather://c", name: "c" },
  ],
  resourceTemplates: [
    { name: "history", uriTemplate: "weather://{place}/{year}" },
    { name: "search", uriTemplate: "weather://search{?q,page}" },
    { name: "come", uriTemplate: "weather://come/{a}" },
    { name: "another", uriTemplate: "weather://other/{a}" },
  ],
});

/** Two snapshots between which each kind of thing has changed. */
export const everything: readonly [Snapshot, Snapshot] = [before, after];

import { afterAll, beforeAll } from "vitest";
import { bundle, type Bundle } from "./bundle.ts";
import { createV1Driver } from "./clients/v1.ts";
import { createV2Driver } from "./clients/v2.ts";
import { features } from "./features/index.ts";
import { stdioPlace } from "./place.ts";
import { generatedRevisions } from "./revision.ts";
import { testTable, type Column } from "./table.ts";

let server: Bundle;
beforeAll(async () => {
  server = await bundle("servers/ours.ts");
});
afterAll(() => server.remove());

const columns = generatedRevisions().flatMap((revision): Column[] => {
  const { id, lifecycle } = revision;
  const column = {
    revision,
    open: () => {
      const args = [server.file];
      return stdioPlace({ command: process.execPath, args }, "server");
    },
  } as const;
  const v2 = {
    ...column,
    name: `v2 ${id}`,
    createDriver: () => createV2Driver(id, lifecycle),
  };
  if (lifecycle === "stateless") return [v2];
  const v1 = {
    ...column,
    name: `v1 ${id}`,
    createDriver: () => createV1Driver(id),
  };
  return [v1, v2];
});

testTable(
  "Our server and the official clients v1 and v2 over stdio",
  columns,
  features,
);

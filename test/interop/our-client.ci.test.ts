import { afterAll, beforeAll } from "vitest";
import { bundle, type Bundle } from "./bundle.ts";
import { createOurDriver } from "./clients/ours.ts";
import { features } from "./features/index.ts";
import { stdioPlace } from "./place.ts";
import { generatedRevisions } from "./revision.ts";
import { testTable, type Column } from "./table.ts";

let v1: Bundle;
let v2: Bundle;
beforeAll(async () => {
  v1 = await bundle("servers/v1.ts");
  v2 = await bundle("servers/v2.ts");
});
afterAll(() => {
  v1.remove();
  v2.remove();
});

/** Servers that speak one revision alone, of which our client knows nothing. */
const columns = generatedRevisions().flatMap((revision): Column[] => {
  const { id, lifecycle } = revision;
  const column = (name: string, server: () => Bundle): Column => ({
    name: `${name} ${id}`,
    revision,
    createDriver: createOurDriver,
    open: () => {
      const args = [server().file, id];
      return stdioPlace({ command: process.execPath, args }, "client");
    },
  });
  const second = column("v2", () => v2);
  return lifecycle === "stateless"
    ? [second]
    : [column("v1", () => v1), second];
});

testTable(
  "Our client and the official servers v1 and v2 over stdio",
  columns,
  features,
);

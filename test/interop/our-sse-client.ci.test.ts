import { createOurDriver } from "./clients/ours.ts";
import { features } from "./features/index.ts";
import { twoClients } from "./http/client-features.ts";
import type { OfficialPlace } from "./http/official-place.ts";
import { v1Place } from "./http/v1-place.ts";
import { generatedRevisions } from "./revision.ts";
import { testTable, type Column } from "./table.ts";

/** The official SDK v2 has no server of this kind. */
const columns = generatedRevisions()
  .filter(({ lifecycle }) => lifecycle === "handshake")
  .map((revision): Column<OfficialPlace> => {
    const { id } = revision;
    return {
      name: `v1 ${id}`,
      revision,
      createDriver: createOurDriver,
      open: () => v1Place("sse", id),
    };
  });

testTable("Our client and the official server v1 over HTTP with SSE", columns, [
  ...features,
  twoClients,
]);

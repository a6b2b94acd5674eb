import { createV1Driver } from "./clients/v1.ts";
import { createV2Driver } from "./clients/v2.ts";
import { features } from "./features/index.ts";
import { clientFeatures } from "./http/client-features.ts";
import { httpPlace, type HttpPlace } from "./http/place.ts";
import { sseFeatures } from "./http/sse-features.ts";
import { generatedRevisions } from "./revision.ts";
import { testTable, type Column } from "./table.ts";

/** The transport is of the first revision, but its clients offer their newest. */
const columns = generatedRevisions()
  .filter(({ lifecycle }) => lifecycle === "handshake")
  .flatMap((revision): Column<HttpPlace>[] => {
    const { id } = revision;
    const column = { revision, open: () => httpPlace("sse") };
    return [
      {
        ...column,
        name: `v1 ${id}`,
        createDriver: () => createV1Driver(id),
      },
      {
        ...column,
        name: `v2 ${id}`,
        createDriver: () => createV2Driver(id, "handshake"),
      },
    ];
  });

testTable(
  "Our server and the official clients v1 and v2 over HTTP with SSE",
  columns,
  [...features, ...clientFeatures, ...sseFeatures],
);

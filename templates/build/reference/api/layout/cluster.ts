import type { ApiPage } from "./api-page.ts";

/** What several processes share. */
export const clusterPages: readonly ApiPage[] = [
  {
    path: "api/cluster.md",
    title: "Several processes",
    intro:
      "A cluster for the option `cluster` of servers over HTTP, made of stores of your own, and one in memory for tests. With Redis, you need none of this. Guides: [Several processes](../../guides/scale-out.md), [Stores of your own](../../guides/own-stores.md).",
    modules: ["src/runtime/cluster.ts"],
    sections: [
      {
        title: "A cluster",
        names: ["createCluster", "Cluster", "ClusterStores"],
      },
      {
        title: "In memory",
        names: [
          "memoryCluster",
          "MemoryClusterOptions",
          "MemoryCluster",
          "MemoryProcess",
        ],
      },
      {
        title: "Sessions",
        names: [
          "SessionStore",
          "SessionRecord",
          "SessionBounds",
          "SessionKept",
          "SessionChange",
        ],
      },
      {
        title: "Streams",
        names: [
          "StreamStore",
          "StreamFacts",
          "StreamState",
          "NewEvent",
          "Appended",
          "StreamReader",
          "Attached",
          "StreamPage",
        ],
      },
      { title: "The bus", names: ["Bus", "BusListener"] },
    ],
  },
  {
    path: "api/cluster-testing.md",
    title: "Tests of stores",
    intro:
      "The promises of the stores of [several processes](cluster.md), as tests for any test runner. The guide is [Stores of your own](../../guides/own-stores.md#test-it).",
    modules: ["src/store-tests/index.ts"],
    sections: [
      {
        title: "Tests",
        names: [
          "sessionStoreTests",
          "streamStoreTests",
          "busTests",
          "busOutageTests",
          "taskStoreTests",
        ],
      },
      {
        title: "What they take and give",
        names: [
          "SharedStore",
          "StoreProcess",
          "StoreTest",
          "StoreTestOptions",
          "TaskStoreTestOptions",
          "StreamTestBounds",
        ],
      },
    ],
  },
];

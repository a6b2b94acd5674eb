import { createOurDriver } from "./clients/ours.ts";
import type { Feature } from "./features/feature.ts";
import { features } from "./features/index.ts";
import { twoClients } from "./http/client-features.ts";
import type { OfficialPlace } from "./http/official-place.ts";
import { v1Place } from "./http/v1-place.ts";
import { v2Place } from "./http/v2-place.ts";
import { generatedRevisions, type RevisionModel } from "./revision.ts";
import { testTable, type Column } from "./table.ts";

type Way = (revision: RevisionModel) => Promise<OfficialPlace>;

/** What a server can do of what every server does, less what it has no way for. */
function but(...names: readonly string[]): readonly Feature<OfficialPlace>[] {
  const all: readonly Feature<OfficialPlace>[] = [...features, twoClients];
  const unknown = names.filter((name) => all.every((one) => one.name !== name));
  if (unknown.length > 0) throw new Error(`no feature ${unknown.join()}`);
  return all.filter(({ name }) => !names.includes(name));
}

/** The client is asked, and told of a call, on the stream of the call. */
const midCall = [
  "progress",
  "cancellation", // which begins when the first progress comes
  "elicitation",
  "sampling",
  "roots",
  "ping",
];

/** What a server does that remembers the client from one request to the next. */
const remembered = [
  "log messages",
  "tools changed",
  "resource updated",
  "roots changed",
];

function columns(
  ways: Readonly<Record<string, Way>>,
  revisions: readonly RevisionModel[],
): Column<OfficialPlace>[] {
  return revisions.flatMap((revision) =>
    Object.entries(ways).map(([name, way]) => ({
      name: `${name} ${revision.id}`,
      revision,
      createDriver: createOurDriver,
      open: () => way(revision),
    })),
  );
}

const ofLifecycle = (wanted: RevisionModel["lifecycle"]): RevisionModel[] =>
  generatedRevisions().filter(({ lifecycle }) => lifecycle === wanted);
testHandshakes(ofLifecycle("handshake"));
const stateless = ofLifecycle("stateless");
if (stateless.length > 0) testStateless(stateless);

function testHandshakes(handshakes: readonly RevisionModel[]): void {
  testTable(
    "Our client and the official server v1 that answers with JSON",
    columns({ v1: ({ id }) => v1Place("json", id) }, handshakes),
    but(...midCall),
  );

  testTable(
    "Our client and the official servers v1 and v2 without sessions",
    columns(
      {
        v1: ({ id }) => v1Place("stateless", id),
        v2: ({ id }) => v2Place("stateless", id),
      },
      handshakes,
    ),
    but(...midCall.filter((name) => name !== "progress"), ...remembered),
  );
}

function testStateless(stateless: readonly RevisionModel[]): void {
  testTable(
    "Our client and the official server v2 that always streams",
    columns({ v2: ({ id }) => v2Place("stream", id) }, stateless),
    but(),
  );

  testTable(
    "Our client and the official server v2 that answers with JSON",
    columns({ v2: ({ id }) => v2Place("json", id) }, stateless),
    but("progress", "cancellation", "log messages"),
  );
}

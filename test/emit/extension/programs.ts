/** Begins every program: both sides, in memory and over HTTP. */
const beginning = `
import assert from "node:assert/strict";
import { connect, createClient, createServer, ProtocolError } from "./index.js";
import { httpTransport } from "./runtime/http-client.js";
import { listen } from "./runtime/http-node.js";

const info = { name: "test", version: "1.0.0" };
const revisions = ["2026-07-28", "2025-11-25"] as const;
`;

/** A method of the user's own, called in both lifecycles, in memory and over HTTP. */
export const tenLines: string = `${beginning}
import { greetings } from "./extensions/greetings.js";

const server = createServer({
  info,
  extensions: [
    greetings.with({
      handlers: {
        greet: ({ name, language = "en" }, context) => ({
          greeting: \`\${language}: Hello \${name}, \${context.protocolVersion}\`,
        }),
      },
    }),
  ],
});
const http = await listen(server, { port: 0 });
for (const revision of revisions) {
  const client = createClient({ info, extensions: [greetings] });
  const greet = async (): Promise<string> => {
    const { greeting } = await client.greetings.greet({ name: "Ada" });
    return greeting;
  };
  await connect(server, client, { revisions: [revision] });
  assert.equal(await greet(), \`en: Hello Ada, \${revision}\`);
  assert.deepEqual(
    Reflect.get(Object(client.serverCapabilities), "extensions"),
    { "com.example/greetings": {} },
  );
  // What TypeScript would refuse, the guards refuse.
  const wrong: object = { name: 1 };
  await assert.rejects(
    client.greetings.greet(wrong as { name: string }),
    ({ code, message }: ProtocolError) =>
      code === -32602 && message.includes("name"),
  );
  await client.close();
  await client.connect(httpTransport({ url: http.url }), { revisions: [revision] });
  assert.equal(await greet(), \`en: Hello Ada, \${revision}\`);
  await client.close();
}
await http.close();

// Who does not name it has none of it.
const plain = createClient({ info });
await connect(createServer({ info }), plain);
assert.equal("greetings" in plain, false);
await assert.rejects(
  plain.request("com.example/greet", { name: "Ada" }),
  ({ code }: ProtocolError) => code === -32601,
);
await plain.close();

// @ts-expect-error There is no such handler.
greetings.with({ handlers: { great: () => ({ greeting: "" }) } });
// @ts-expect-error A greeting is a text.
greetings.with({ handlers: { greet: () => ({ greeting: 1 }) } });
// @ts-expect-error A name is missing.
const misnamed = (client: Called) => client.greetings.greet({});
const called = createClient({ info, extensions: [greetings] });
type Called = typeof called;
void misnamed;
console.log("done");
`;

/** Everything that facts can say, in both lifecycles. */
export const gated: string = `${beginning}
import { meetingRooms, type types } from "./extensions/meeting-rooms.js";

const room: types.Room = { id: "a", floor: "ground", inner: [{ id: "b", floor: "first" }] };
const opened: boolean[] = [];
const server = createServer({
  info,
  extensions: [
    meetingRooms.with({
      settings: { seats: 12 },
      handlers: {
        getRoom: ({ roomId }) => ({ room: { ...room, id: roomId } }),
        bookRoom: async ({ roomId }, context) => {
          if (context.protocolVersion !== "2025-11-25")
            return { booked: false, reason: roomId };
          const answer = await meetingRooms.of(context).openDoor({ knocks: 2 });
          opened.push(answer.opened);
          return { booked: true, key: roomId };
        },
        leaveRoom: () => ({}),
      },
    }),
  ],
});
const http = await listen(server, { port: 0 });
const changes: string[] = [];
const knocks: (number | undefined)[] = [];
const user = meetingRooms.with({
  clientHandlers: {
    openDoor: (params) => {
      knocks.push(params?.knocks);
      return { opened: true };
    },
    roomChanged: ({ roomId }) => void changes.push(roomId),
  },
});
for (const revision of revisions)
  for (const way of ["memory", "http"]) {
    const client = createClient({ info, extensions: [user] });
    const begin = (other: typeof client): Promise<unknown> =>
      way === "memory"
        ? connect(server, other, { revisions: [revision] })
        : other.connect(httpTransport({ url: http.url }), { revisions: [revision] });
    await begin(client);
    const { room: found } = await client.meetingRooms.getRoom({ roomId: "x" });
    assert.deepEqual(found, { ...room, id: "x" });
    assert.deepEqual(Object.keys(await client.meetingRooms.leaveRoom({ roomId: "x" })).filter((key) => !/^(_meta|resultType)$/.test(key)), []);
    const booked = await client.meetingRooms.bookRoom({ roomId: "x", from: "9:00" });
    if (revision === "2025-11-25") assert.equal(booked.booked && booked.key, "x");
    else assert.equal(booked.booked ? "" : booked.reason, "x");
    assert.deepEqual(
      Reflect.get(Object(client.serverCapabilities), "extensions"),
      { "com.example/meeting-rooms": { seats: 12 } },
    );
    if (revision === "2026-07-28") {
      const heard = await client.meetingRooms.listen({ roomIds: ["x"] });
      for (const roomId of ["y", "x"])
        server.meetingRooms.notify.roomChanged({ roomId });
      const { value } = await heard[Symbol.asyncIterator]().next();
      assert.equal(value.params.roomId, "x");
      await heard.close();
    }
    await client.close();

    // Who did not declare it is told what is missing.
    const stranger = createClient({ info });
    if (way === "memory") await connect(server, stranger, { revisions: [revision] });
    else await stranger.connect(httpTransport({ url: http.url }), { revisions: [revision] });
    await assert.rejects(
      stranger.request("rooms/book", { roomId: "x", from: "9:00" }),
      (error: ProtocolError) => {
        assert.equal(error.code, revision === "2026-07-28" ? -32021 : -32600);
        assert.deepEqual(error.data, {
          requiredCapabilities: {
            extensions: { "com.example/meeting-rooms": {} },
          },
        });
        return true;
      },
    );
    await stranger.request("rooms/leave", { roomId: "x" });
    await stranger.close();
  }
assert.deepEqual(changes, ["x", "x"]);
assert.deepEqual(knocks, [2, 2]);
assert.deepEqual(opened, [true, true]);
await http.close();
console.log("done");
`;

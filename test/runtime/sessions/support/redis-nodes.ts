import { setTimeout } from "node:timers/promises";
import { createClient } from "@redis/client";
import { freePorts } from "../../../support/free-ports.ts";
import { startRedis, type RedisServer } from "./redis.ts";

/** A Redis Cluster: three nodes that share the slots, and a fourth that stands by for one of them. */
export interface RedisNodes {
  /** Of all nodes: clients find the one that they need. */
  readonly urls: readonly string[];
  /** One that has other slots than that of the key. */
  readonly other: RedisServer;
  /** The node that stands by takes the place of the key's owner, in order. */
  failOver(): Promise<void>;
  /** Another node gets the slot of the key, and all that lies in it, one key after the other. */
  move(): Promise<void>;
  /** Kills the key's owner; the node that stands by notices, and takes its place. */
  kill(): Promise<void>;
  remove(): Promise<void>;
}

/** A node, and a connection that gives it orders: the tests go on meanwhile. */
interface Node {
  readonly server: RedisServer;
  say(...words: readonly string[]): Promise<string>;
  end(): void;
}

const slots = 16_384;

/** After how long a node that is silent is taken for dead, in milliseconds. */
const silentMs = 1_000;

/** How long a change may take until all nodes know of it, in milliseconds. */
const patience = 20_000;

/** Starts one whose fourth node stands by for the owner of this key. */
export async function startRedisNodes(key: string): Promise<RedisNodes> {
  const buses = await freePorts(4);
  const nodes = await Promise.all(buses.map((bus) => startNode(bus)));
  const [first, ...rest] = nodes;
  const standby = rest.pop();
  if (!first || !standby) throw new Error("four have started");
  const masters = [first, ...rest];
  for (const [at, node] of masters.entries()) {
    const from = Math.floor((slots * at) / masters.length);
    const to = Math.floor((slots * (at + 1)) / masters.length) - 1;
    await node.say("cluster", "addslotsrange", `${from}`, `${to}`);
    await node.say("cluster", "set-config-epoch", `${at + 1}`);
  }
  for (const [at, { server }] of nodes.entries())
    if (at > 0)
      await first.say(
        ...["cluster", "meet", "127.0.0.1"],
        ...[`${server.port}`, `${buses[at]}`],
      );
  const slot = await first.say("cluster", "keyslot", key);
  const alive = new Set(nodes);
  let owner = await settled(alive, Number(slot));
  const other = masters.find((node) => node !== owner);
  if (!other) throw new Error("there are three");
  await standby.say("cluster", "replicate", await idOf(owner));
  while (!(await standby.say("info", "replication")).includes("link_status:up"))
    await setTimeout(20);
  let spare = standby;
  return {
    urls: nodes.map(({ server }) => server.url),
    other: other.server,
    async failOver() {
      await spare.say("cluster", "failover");
      const before = owner;
      owner = await settled(alive, Number(slot), spare);
      spare = before;
    },
    async move() {
      await moveSlot(slot, owner, other);
      owner = await settled(alive, Number(slot), other);
    },
    async kill() {
      alive.delete(owner);
      await owner.server.kill();
      owner = await settled(alive, Number(slot), spare);
    },
    async remove() {
      for (const node of nodes) node.end();
      await Promise.all(nodes.map(({ server }) => server.remove()));
    },
  };
}

async function startNode(bus: number): Promise<Node> {
  const server = await startRedis({
    more: [
      ...["--cluster-enabled", "yes", "--cluster-port", `${bus}`],
      ...["--cluster-node-timeout", `${silentMs}`],
      // One that was just made a replica may stand in at once.
      ...["--cluster-replica-validity-factor", "0"],
      ...["--repl-diskless-sync-delay", "0"],
    ],
  });
  const client = createClient({ url: server.url, RESP: 2 });
  client.on("error", () => {});
  await client.connect();
  return {
    server,
    async say(...words) {
      const reply: unknown = await client.sendCommand(words);
      return Array.isArray(reply) ? reply.join("\n") : String(reply);
    },
    end: () => client.destroy(),
  };
}

/** As `redis-cli --cluster reshard` does it. */
async function moveSlot(slot: string, from: Node, to: Node): Promise<void> {
  await to.say("cluster", "setslot", slot, "importing", await idOf(from));
  await from.say("cluster", "setslot", slot, "migrating", await idOf(to));
  for (;;) {
    const key = await from.say("cluster", "getkeysinslot", slot, "1");
    if (key === "") break;
    const place = ["127.0.0.1", `${to.server.port}`];
    await from.say("migrate", ...place, key, "0", "5000");
  }
  for (const node of [to, from])
    await node.say("cluster", "setslot", slot, "node", await idOf(to));
}

/** Waits until all that live agree on who has a slot; gives that node, or fails where it is another. */
async function settled(
  alive: ReadonlySet<Node>,
  slot: number,
  expected?: Node,
): Promise<Node> {
  const ends = performance.now() + patience;
  while (performance.now() < ends) {
    const owners = new Set<string | undefined>();
    let isOk = true;
    let found: Node | undefined;
    for (const node of alive) {
      const owner = ownerOf(await node.say("cluster", "nodes"), slot);
      owners.add(owner);
      if (owner === (await idOf(node))) found = node;
      const info = await node.say("cluster", "info");
      isOk &&=
        info.includes("cluster_state:ok") &&
        info.includes("cluster_known_nodes:4");
    }
    const isRight = !expected || found === expected;
    if (isOk && owners.size === 1 && found && isRight) return found;
    await setTimeout(20);
  }
  throw new Error(`the nodes do not agree on who has the slot ${slot}`);
}

function idOf(node: Node): Promise<string> {
  return node.say("cluster", "myid");
}

/** The id of the node that has a slot, in what another one says of all. */
function ownerOf(nodes: string, slot: number): string | undefined {
  return nodes
    .split("\n")
    .map((line) => line.split(" "))
    .find(([, , flags = "", , , , , , ...ranges]) => {
      if (!flags.includes("master") || flags.includes("fail")) return false;
      return ranges.some((range) => {
        const [from, to = from] = range.split("-").map(Number);
        return from !== undefined && from <= slot && slot <= Number(to);
      });
    })?.[0];
}

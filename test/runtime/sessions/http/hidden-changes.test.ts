import { describe, expect, onTestFinished, test, vi } from "vitest";
import { tool } from "../../../../generated/registry.ts";
import type { Visible } from "../../../../src/runtime/protocol/viewer.ts";
import { modern, modernRequest } from "../../revisions.ts";
import {
  byBearer,
  clientOf,
  eventsOf,
  type Events,
} from "../../http/session-client.ts";
import {
  authorization,
  clusterOf,
  memberOf,
  pause,
  sessionAt,
  type Member,
  type TestCluster,
} from "./cluster-of.ts";

const toolsChanged = "notifications/tools/list_changed";
const resourcesChanged = "notifications/resources/list_changed";

const forAnn: Visible = ({ principal }) => principal === "ann";
const hidden = tool("hidden", { visible: forAnn }, () => "");
const settings = {
  http: { authorize: byBearer },
  server: { features: [hidden] },
};

/** What hears of changes at one process: sessions that it keeps, and what stands alone. */
async function listeners(member: Member): Promise<readonly Events[]> {
  const names = ["ann", "bob"].map(authorization);
  const sessions = names.map(async (headers) => {
    const session = await sessionAt(member, { headers });
    return eventsOf(await session.get());
  });
  const alone = names.map(async (headers) => {
    const client = clientOf(member.handler, {
      ...headers,
      "mcp-protocol-version": modern,
      "mcp-method": "subscriptions/listen",
    });
    const notifications = {
      toolsListChanged: true,
      resourcesListChanged: true,
    };
    const asked = modernRequest(1, "subscriptions/listen", { notifications });
    const events = eventsOf(await client.post(asked));
    await events.message();
    return events;
  });
  return Promise.all([...sessions, ...alone]);
}

/** What each of them was told up to something that all are told by the same process. */
async function toldBy(
  member: Member,
  heard: readonly Events[],
): Promise<unknown[]> {
  await pause(50);
  member.server.publish(resourcesChanged);
  return Promise.all(heard.map(untilAllHear));
}

async function untilAllHear(events: Events): Promise<unknown[]> {
  const methods: unknown[] = [];
  for (;;) {
    const { method } = await events.message();
    if (method === resourcesChanged) return methods;
    methods.push(method);
  }
}

/** Ann and Bob with sessions, and both without. */
const annAlone = [[toolsChanged], [], [toolsChanged], []];
const nobody = [[], [], [], []];

async function begin(): Promise<
  TestCluster & { readonly heard: readonly Events[] }
> {
  const cluster = clusterOf(settings);
  return { ...cluster, heard: await listeners(cluster.members[1]) };
}

describe("a change of a list that is for some alone", () => {
  test("is told in other processes to those who may see the feature there", async () => {
    const { members, heard } = await begin();
    const [a] = members;
    a.server.remove(hidden);
    expect(await toldBy(a, heard)).toEqual(annAlone);
    a.server.add(hidden);
    expect(await toldBy(a, heard)).toEqual(annAlone);
  });

  test("is told once for each process that makes it, in whatever order they do", async () => {
    const { members, heard } = await begin();
    const [a, b, c] = members;
    // The second is one that the listeners' process has no longer.
    for (const member of [b, a, c]) {
      member.server.remove(hidden);
      expect(await toldBy(member, heard)).toEqual(annAlone);
    }
  });

  test("is told by the rule of the process that tells, and to nobody where it has none", async () => {
    const { members, heard } = await begin();
    const [a, b] = members;
    const visible: Visible = () => true;
    const strange = tool("strange", { visible }, () => "");
    a.server.add(strange);
    expect(await toldBy(a, heard)).toEqual(nobody);
    const stricter = tool("strange", { visible: forAnn }, () => "");
    b.server.add(stricter);
    expect(await toldBy(b, heard)).toEqual(annAlone);
    a.server.remove(strange);
    expect(await toldBy(a, heard)).toEqual(annAlone);
  });

  test("is told to all where one of the features is for all", async () => {
    const { members, heard } = await begin();
    const [a] = members;
    a.server.add(tool("another", {}, () => ""));
    a.server.remove(hidden);
    const all = [toolsChanged];
    expect(await toldBy(a, heard)).toEqual([all, all, all, all]);
    // That one is known by now: what changes next is for some alone again.
    a.server.add(hidden);
    expect(await toldBy(a, heard)).toEqual(annAlone);
  });

  test("is none where a process begins with its features", async () => {
    const { members, memory, heard } = await begin();
    const begun = memberOf("d", memory, {
      ...settings,
      server: { features: [hidden, tool("for-all", {}, () => "")] },
    });
    onTestFinished(() => begun.handler.close({ graceMs: 0 }));
    expect(await toldBy(members[0], heard)).toEqual(nobody);
  });

  test("is told again by who takes a session over, and to whom it may be", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { members } = clusterOf(settings);
    const [a, b, c] = members;
    // One that has been there for a while knows what there was to tell.
    vi.setSystemTime(Date.now() + 120_000);
    const sessions = await Promise.all(
      ["ann", "bob"].map((name) =>
        sessionAt(b, { headers: authorization(name) }),
      ),
    );
    await pause(20);
    b.kill();
    a.server.remove(hidden);
    await pause(50);
    const heard = await Promise.all(
      sessions.map(async (session) => eventsOf(await c.client(session).get())),
    );
    await pause(50);
    expect(await toldBy(a, heard)).toEqual([[toolsChanged], []]);
  });
});

import { describe, expect, test, vi } from "vitest";
import {
  ProtocolError,
  TransportError,
} from "../../src/runtime/protocol/errors.ts";
import { all, legacyOnly, methodsOf, refusal } from "./eras.ts";
import { createScript, legacyServer, settle, type Script } from "./script.ts";
import { createClient } from "./test-client.ts";

describe("connecting", () => {
  test("twice at once, or when connected, fails and harms nothing", async () => {
    const client = createClient(legacyOnly);
    const script = createScript(legacyServer("2"));
    const connected = client.connect(script);
    const unused = createScript();
    await expect(client.connect(unused)).rejects.toBeInstanceOf(TransportError);
    await connected;
    await expect(client.connect(unused)).rejects.toMatchObject({
      kind: "transport",
      message: "the client is connected already",
    });
    expect(client.protocolVersion).toBe("2");
    expect(unused.sent).toEqual([]);
  });

  test("again after close, or after a failure, works", async () => {
    const client = createClient(legacyOnly);
    await expect(
      client.connect(
        createScript((message, { refuse }) => refuse(message, refusal)),
      ),
    ).rejects.toBeInstanceOf(ProtocolError);
    for (let round = 0; round < 2; round++) {
      const script = createScript(legacyServer("2"));
      await client.connect(script);
      expect(client.protocolVersion).toBe("2");
      await client.close();
      await client.close();
      expect(script.open).toBe(false);
      expect(client.protocolVersion).toBeUndefined();
    }
  });

  test("with a signal that has aborted fails, and ends no process", async () => {
    const rejected = vi.fn();
    process.on("unhandledRejection", rejected);
    const client = createClient(all);
    const script = createScript(legacyServer("2"));
    const signal = AbortSignal.abort("never mind");
    await expect(client.connect(script, { signal })).rejects.toMatchObject({
      kind: "cancelled",
      message: "never mind",
    });
    expect(script.open).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 10));
    process.off("unhandledRejection", rejected);
    expect(rejected).not.toHaveBeenCalled();
  });

  test("fails where the transport cannot be opened", async () => {
    const client = createClient(all);
    const open = vi.fn(() => {
      throw new Error("no such program");
    });
    await expect(client.connect(open)).rejects.toMatchObject({
      kind: "transport",
      message: "no connection: no such program",
    });
    expect(open).toHaveBeenCalledOnce();
    const refusing = createScript();
    refusing.start = () => {
      throw new Error("no start");
    };
    await expect(client.connect(refusing)).rejects.toMatchObject({
      kind: "transport",
    });
    await client.connect(createScript(legacyServer("2")));
    expect(client.protocolVersion).toBe("2");
  });

  test("asks a server that the question kills the old way, in a new process", async () => {
    const scripts: Script[] = [];
    const client = createClient(all);
    await client.connect(() => {
      const script = createScript((message, one) =>
        message.method === "server/discover"
          ? one.die("unknown method")
          : legacyServer("2")(message, one),
      );
      scripts.push(script);
      return script;
    });
    expect(scripts.map(methodsOf)).toEqual([
      ["server/discover"],
      ["initialize", "notifications/initialized"],
    ]);
    expect(client.protocolVersion).toBe("2");
  });

  test("gives up on a server that dies in any case", async () => {
    const open = vi.fn(() => createScript((_, script) => script.die("crash")));
    const client = createClient(all);
    await expect(client.connect(open)).rejects.toMatchObject({
      kind: "transport",
      message: "the connection broke: crash",
    });
    expect(open).toHaveBeenCalledTimes(2);
  });

  test("ends when the client is closed meanwhile", async () => {
    const client = createClient(all);
    const script = createScript();
    const connected = client.connect(script);
    const rejected = expect(connected).rejects.toMatchObject({
      kind: "transport",
    });
    await script.next();
    await client.close();
    await rejected;
    expect(script.open).toBe(false);
    expect(script.sent).toHaveLength(1);
  });

  test("ends when the client is closed while the transport opens, which is closed too", async () => {
    const client = createClient(all);
    let open: (script: Script) => void = () => {};
    const connected = client.connect(
      () => new Promise<Script>((resolve) => (open = resolve)),
    );
    const rejected = expect(connected).rejects.toMatchObject({
      kind: "transport",
    });
    await settle();
    await client.close();
    await rejected;
    const late = createScript();
    open(late);
    await settle();
    expect(late.open).toBe(false);
  });
});

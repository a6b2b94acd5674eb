import { describe, expect, test } from "vitest";
import { createSealer } from "../../src/runtime/server/input/sealed-state.ts";
import { fc } from "../support/random.ts";

const [old, young] = ["o".repeat(32), "y".repeat(32)];

describe("a sealer", () => {
  test("gives back what it sealed, whatever that is", async () => {
    const sealer = createSealer();
    await fc.assert(
      fc.asyncProperty(fc.jsonValue(), fc.string(), async (value, purpose) => {
        const text = await sealer.seal(value, purpose);
        expect(text).toMatch(/^[\w-]+$/);
        const opened = await sealer.open(text, purpose);
        expect(opened).toEqual(JSON.parse(JSON.stringify(value)));
      }),
      { numRuns: 50 },
    );
  });

  test("never makes the same text twice, and hides what is in it", async () => {
    const sealer = createSealer({ keys: [old] });
    const texts = await Promise.all(
      Array.from({ length: 20 }, () => sealer.seal("secret", "a")),
    );
    expect(new Set(texts).size).toBe(20);
    for (const text of texts)
      expect(Buffer.from(text, "base64url").toString("latin1")).not.toContain(
        "secret",
      );
  });

  test("opens no text of which one bit is another", async () => {
    const sealer = createSealer();
    const text = await sealer.seal({ a: 1 }, "purpose");
    const bytes = Buffer.from(text, "base64url");
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      const opened = await sealer.open(
        changed.toString("base64url"),
        "purpose",
      );
      expect(opened).toBeUndefined();
    }
  });

  test("opens no text that is written in another way", async () => {
    const sealer = createSealer();
    const text = await sealer.seal({ a: "?".repeat(200) }, "a");
    const padded = Buffer.from(text, "base64url").toString("base64");
    for (const other of [padded, `${text}\n`, ` ${text}`, `${text}=`, "é", "*"])
      if (other !== text) expect(await sealer.open(other, "a")).toBeUndefined();
  });

  test("opens for the purpose alone", async () => {
    const sealer = createSealer();
    const text = await sealer.seal(1, "a");
    expect(await sealer.open(text, "b")).toBeUndefined();
    expect(await sealer.open(text, "")).toBeUndefined();
    expect(await sealer.open(text, "a")).toBe(1);
  });

  test("accepts its older keys, and uses the first", async () => {
    const before = createSealer({ keys: [old] });
    const between = createSealer({ keys: [young, old] });
    const after = createSealer({ keys: [young] });
    const aged = await before.seal("a", "p");
    const fresh = await between.seal("b", "p");
    expect(await between.open(aged, "p")).toBe("a");
    expect(await after.open(aged, "p")).toBeUndefined();
    expect(await after.open(fresh, "p")).toBe("b");
    expect(await before.open(fresh, "p")).toBeUndefined();
  });

  test("takes keys as bytes and as text", async () => {
    const bytes = new TextEncoder().encode(old);
    const text = await createSealer({ keys: [old] }).seal(1, "p");
    expect(await createSealer({ keys: [bytes] }).open(text, "p")).toBe(1);
  });

  test.each([Infinity, NaN, 0, -1, 0.5, "1000", null, 2 ** 60])(
    "does not keep for %s milliseconds",
    (ttlMs) => {
      const create = (): unknown => createSealer({ ttlMs: ttlMs as number });
      expect(create).toThrow(TypeError);
      expect(create).toThrow("requestState.ttlMs is an integer from 1 on");
    },
  );

  test("wants keys that nobody can guess", () => {
    for (const keys of [[], ["short"], [old, "short"], [new Uint8Array(31)]])
      expect(() => createSealer({ keys })).toThrow(TypeError);
  });
});

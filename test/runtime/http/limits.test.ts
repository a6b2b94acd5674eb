import { describe, expect, test } from "vitest";
import { ByteCollector } from "../../../src/runtime/http/shared/byte-collector.ts";
import {
  isTextDeeper,
  isValueDeeper,
} from "../../../src/runtime/http/server/gate/depth.ts";

const nested = (depth: number, inner = ""): string =>
  `${'{"a":['.repeat(depth)}${inner}${"]}".repeat(depth)}`;

describe("how deep JSON is nested", () => {
  test.each<[string, number]>([
    ["1", 0],
    ["[]", 1],
    ["{}", 1],
    ["[[],[],[[]]]", 3],
    [nested(4), 8],
    [nested(4, '"[[[["'), 8],
    [nested(4, '"\\"[[[[\\\\"'), 8],
    [`[${'{"a":[]},'.repeat(100)}{}]`, 3],
    [`{"${"[".repeat(300)}":"${"{".repeat(300)}"}`, 1],
  ])("is told of %j", (text, depth) => {
    const padded = text + " ".repeat(300);
    expect(isTextDeeper(padded, depth)).toBe(false);
    if (depth > 0) expect(isTextDeeper(padded, depth - 1)).toBe(true);
    const value: unknown = JSON.parse(text);
    expect(isValueDeeper(value, depth)).toBe(false);
    if (depth > 0) expect(isValueDeeper(value, depth - 1)).toBe(true);
  });

  test("is told of what has no end", () => {
    expect(isTextDeeper("[".repeat(1_000_000), 256)).toBe(true);
    expect(isTextDeeper('["'.repeat(1_000_000), 256)).toBe(true);
    expect(isTextDeeper(`"${"\\".repeat(1_001)}`, 256)).toBe(false);
  });
});

describe("chunks of bytes", () => {
  test("are put together", () => {
    const bytes = Buffer.from("Größe, 大きさ");
    for (let size = 1; size <= bytes.length; size++) {
      const collector = new ByteCollector();
      for (let at = 0; at < bytes.length; at += size)
        collector.add(bytes.subarray(at, at + size));
      expect(collector.length).toBe(bytes.length);
      expect(Buffer.from(collector.take() ?? []).equals(bytes)).toBe(true);
    }
  });

  test("are not changed", () => {
    const first = Buffer.from("ab");
    const collector = new ByteCollector();
    collector.add(first.subarray(0, 1));
    collector.add(Buffer.from("xyz"));
    expect(first.toString()).toBe("ab");
  });

  test("of one byte take no more than twice their length", () => {
    const collector = new ByteCollector();
    for (let count = 0; count < 100_000; count++) collector.add(Buffer.of(1));
    const { buffer } = collector.take() ?? new Uint8Array();
    expect(buffer.byteLength).toBeLessThanOrEqual(200_000);
  });

  test("that never came are nothing", () => {
    expect(new ByteCollector().take()).toBeUndefined();
  });
});

import { describe, expect, test } from "vitest";
import { ByteCollector } from "../../../src/runtime/http/shared/byte-collector.ts";

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

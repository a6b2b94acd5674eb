import { describe, expect, test } from "vitest";
import { encodeBase64 } from "../../../src/runtime/features/base64.ts";
import {
  assistant,
  audio,
  embedded,
  image,
  link,
  text,
  user,
} from "../../../src/runtime/registry/index.ts";

describe("content", () => {
  const annotations = { audience: ["user" as const], priority: 1 };

  test("is text", () => {
    expect(text("a")).toEqual({ type: "text", text: "a" });
    expect(text("a", { annotations, _meta: { b: 1 } })).toEqual({
      type: "text",
      text: "a",
      annotations,
      _meta: { b: 1 },
    });
  });

  test("is an image or audio, of bytes or base64", () => {
    expect(image(new Uint8Array([255, 0]), "image/png")).toEqual({
      type: "image",
      data: "/wA=",
      mimeType: "image/png",
    });
    expect(audio("UklGRg==", "audio/wav", { annotations })).toEqual({
      type: "audio",
      data: "UklGRg==",
      mimeType: "audio/wav",
      annotations,
    });
  });

  test("is a resource, embedded or linked", () => {
    expect(embedded("a:b", "c", "text/plain")).toEqual({
      type: "resource",
      resource: { uri: "a:b", mimeType: "text/plain", text: "c" },
    });
    expect(embedded("a:b", new Uint8Array([0]))).toEqual({
      type: "resource",
      resource: { uri: "a:b", blob: "AA==" },
    });
    expect(link({ uri: "a:b", name: "b", title: "B" })).toEqual({
      type: "resource_link",
      uri: "a:b",
      name: "b",
      title: "B",
    });
  });

  test("is what somebody says", () => {
    expect(user("a")).toEqual({ role: "user", content: text("a") });
    expect(assistant(text("a"))).toEqual({
      role: "assistant",
      content: text("a"),
    });
  });
});

describe("base64", () => {
  test("is that of the platform, for every length and byte", () => {
    const bytes = Uint8Array.from({ length: 1000 }, (_, index) => index * 7);
    for (let length = 0; length <= 300; length++) {
      const some = bytes.subarray(length, 2 * length);
      expect(encodeBase64(some)).toBe(Buffer.from(some).toString("base64"));
    }
  });

  test("takes megabytes", () => {
    const bytes = new Uint8Array(8 << 20).fill(171);
    expect(encodeBase64(bytes)).toBe(Buffer.from(bytes).toString("base64"));
  });

  test("is left to a platform that has it", () => {
    const bytes = Object.assign(new Uint8Array([1]), { toBase64: () => "own" });
    expect(encodeBase64(bytes)).toBe("own");
  });
});

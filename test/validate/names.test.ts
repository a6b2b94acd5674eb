import { describe, expect, test } from "vitest";
import { schema } from "../cli/command-line.ts";
import { client, handshake, request, stateless } from "./traffic.ts";
import { said, watching } from "./watch.ts";

const wrong = (version: string) =>
  client(request(1, "tools/call", stateless(version, { name: 7 })));
const of = (version: string) => {
  const text = schema.replace(
    'LATEST_PROTOCOL_VERSION = "next"',
    `LATEST_PROTOCOL_VERSION = "${version}"`,
  );
  return { text, file: "schema.ts" };
};

describe("traffic may call a revision", () => {
  test("by the name of which its id is another", async () => {
    const watch = watching({ revisions: ["2025-11-25", "draft"] });
    for (const name of ["draft", "2026-07-28"])
      expect(await watch(wrong(name))).toMatchObject([
        { revision: "draft", code: "wrong-type", severity: "error" },
      ]);
  });

  test("by another name that its id has", async () => {
    const watch = watching({ revisions: ["2025-11-25", "2026-07-28"] });
    for (const name of ["draft", "2026-07-28"])
      expect(await watch(wrong(name))).toMatchObject([
        { revision: "2026-07-28", code: "wrong-type", severity: "error" },
      ]);
  });

  test("by the name that no other has for itself", async () => {
    const watch = watching({ revisions: ["2026-07-28", "draft"] });
    for (const name of ["draft", "2026-07-28"])
      expect(await watch(wrong(name))).toMatchObject([
        { revision: name, code: "wrong-type" },
      ]);
  });

  test("by what a schema says its version is, the newest first", async () => {
    const watch = watching({
      revisions: ["2025-11-25"],
      schemas: [
        { ...of("2027-01-01"), revision: "v1" },
        { ...of("2027-01-01"), revision: "v2" },
      ],
    });
    const found = await watch(
      client(request(1, "echo", stateless("2027-01-01", { text: 7 }))),
      client(request(2, "echo", stateless("v1", { text: 7 }))),
      client(request(3, "echo", stateless("2027-01-02", { text: 7 }))),
    );
    expect(found.map(({ code, revision }) => [code, revision])).toEqual([
      ["wrong-type", "v2"],
      ["wrong-type", "v1"],
      ["unknown-revision", "v1"],
    ]);
  });

  test("by any name, when it is the only one", async () => {
    const watch = watching({ revisions: ["2025-11-25"] });
    const found = await watch(...handshake("2099-01-01"), wrong("2098-01-01"));
    expect(found.map(said)).toEqual([
      "4 client tools/call wrong-type params.name",
    ]);
  });
});

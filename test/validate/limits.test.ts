import { describe, expect, test } from "vitest";
import { createValidator } from "../../src/index.ts";
import { read, request } from "./traffic.ts";
import { said } from "./watch.ts";

const one = { revisions: ["2025-11-25"] };
const ping = (id: unknown) => JSON.stringify(request(id, "ping"));
const mark = "\ufeff";

describe("the first line", () => {
  test("may begin with a byte order mark, as bytes and as text", async () => {
    for (const text of [
      `${mark}${ping(1)}`,
      `${mark}${ping(1)}\n${ping(2)}\n`,
    ]) {
      expect(await read([text], one)).toEqual([]);
      expect(
        await read(
          [...Buffer.from(text)].map((byte) => Uint8Array.of(byte)),
          one,
        ),
      ).toEqual([]);
    }
    const validator = await createValidator(one);
    expect(validator.line(`${mark}${ping(1)}`)).toEqual([]);
    expect(validator.line(`${mark}${ping(2)}`).map(said)).toEqual([
      "2 ? - not-json",
    ]);
  });
});

describe("the last line", () => {
  const message = Buffer.from(JSON.stringify(request("é😀", "ping")));
  const first = message.indexOf(0xc3);

  test("is cut off, be it within a character", async () => {
    for (const length of [
      first - 1,
      first + 1,
      first + 3,
      first + 5,
      message.length - 1,
    ]) {
      const found = await read([message.subarray(0, length)], one);
      expect(found.map(said)).toEqual(["1 ? - cut-off"]);
    }
    expect(await read([message], one)).toEqual([]);
  });

  test("is no text, when its bytes are none whatever follows", async () => {
    const bad = Buffer.concat([
      message.subarray(0, first),
      Buffer.of(0xc3, 0x22),
    ]);
    expect((await read([bad], one)).map(said)).toEqual(["1 ? - not-utf8"]);
    const cut = Buffer.concat([
      message.subarray(0, first + 1),
      Buffer.from("\n"),
    ]);
    expect((await read([cut], one)).map(said)).toEqual(["1 ? - not-utf8"]);
  });
});

describe("a line by itself", () => {
  test("is no longer than the limit, in bytes", async () => {
    const validator = await createValidator({ ...one, lineLimit: 100 });
    const codes = (text: string) =>
      validator.line(text).map(({ code }) => code);
    const padded = (length: number) => ping(length).padEnd(length);
    expect(codes(padded(100))).toEqual([]);
    expect(codes(padded(101))).toEqual(["too-long"]);
    // 99 bytes in 70 characters.
    const short = ping("é".repeat(29));
    expect(Buffer.byteLength(short)).toBe(99);
    expect(codes(`${short} `)).toEqual([]);
    expect(codes(`${short}  `)).toEqual(["too-long"]);
    expect(codes("{".repeat(1000))).toEqual(["too-long"]);
  });

  test("has no more values and levels than the limits, or is not parsed", async () => {
    const limits = { maxValues: 20, maxDepth: 5 };
    const validator = await createValidator({ ...one, ...limits });
    const said = (params: object): readonly string[] =>
      validator
        .line(JSON.stringify(request(1, "ping", params)))
        .map(({ code, reason }) => `${code}: ${reason}`);
    expect(said({ _meta: { a: Array(13).fill(0) } })).toEqual([]);
    expect(said({ _meta: { a: Array(14).fill(0) } })).toEqual([
      "too-long: the line has more than 20 values (option maxValues)",
    ]);
    expect(said({ _meta: { a: [[[]]] } })).toEqual([
      "too-long: the line is nested deeper than 5 (option maxDepth)",
    ]);
  });

  test.each(["{", "x", "\u00e9", "😀", "}", ","])(
    "that begins with %s may be no JSON, which is told",
    async (start) => {
      const [found] = await read([`${start}z\n`], one);
      expect(found).toMatchObject({ code: "not-json", line: 1 });
      if (start !== "{") expect(found?.reason).toContain(JSON.stringify(start));
      expect(found?.reason).toMatch(/^the line is not JSON: ./);
    },
  );

  test("may be any JSON, with white space around it", async () => {
    const texts = ["1", "-1", '"a"', "true", "false", "null", "{}", "[]"];
    const lines = texts.map((text) => `\t ${text} \r\n${text}\n`);
    const found = await read([lines.join("")], one);
    expect(found).toHaveLength(2 * texts.length);
    expect(found.map(({ code }) => code)).not.toContain("not-json");
  });
});

test.each([
  { lineLimit: 1.5 },
  { lineLimit: 0 },
  { requestLimit: -1 },
  { sessionLimit: Number.NaN },
  { sessionLimit: Infinity },
])("a limit is a whole number above zero: %j", async (limits) => {
  await expect(createValidator({ ...one, ...limits })).rejects.toThrow(
    /^\w+Limit is a whole number above zero$/,
  );
});

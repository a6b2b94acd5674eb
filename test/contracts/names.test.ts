import { describe, expect, it } from "vitest";
import {
  camelName,
  memberNames,
  pascalName,
  typeNames,
} from "../../src/contracts/names.ts";

describe("identifiers of wire names", () => {
  it.each([
    ["get-sum", "GetSum", "getSum"],
    ["get_sum", "GetSum", "getSum"],
    ["browser.navigate/back", "BrowserNavigateBack", "browserNavigateBack"],
    ["API-get-user", "APIGetUser", "apiGetUser"],
    ["HTTPGet", "HTTPGet", "httpGet"],
    ["GET_SUM", "GetSum", "getSum"],
    ["3d_render", "_3dRender", "_3dRender"],
    ["wörter-buch", "WörterBuch", "wörterBuch"],
    ["x²y", "XY", "xY"],
    ["delete", "Delete", "delete_"],
    ["await", "Await", "await_"],
    ["__proto__", "Proto", "proto"],
  ])("%s is %s and %s", (name, pascal, camel) => {
    expect(pascalName(name)).toBe(pascal);
    expect(camelName(name)).toBe(camel);
  });

  it("are made of names that have no letter, are invisible or long", () => {
    const names = ["", "🔥", "--", "\u3164", "\ud800", "a".repeat(10_000)];
    const made = [...typeNames(names).values()];
    expect(new Set(made).size).toBe(names.length);
    for (const name of made) expect(name).toMatch(/^[A-Za-z_][\w]{0,80}$/);
  });

  it("are told apart by a digest, which no third name changes", () => {
    const two = typeNames(["get-sum", "get_sum"]);
    expect(two.get("get-sum")).toBe("GetSum");
    expect(two.get("get_sum")).toMatch(/^GetSum_[\da-f]{4}$/);
    const more = typeNames(["get_sum", "x", "get.sum", "get-sum", "get sum"]);
    expect(more.get("get_sum")).toBe(two.get("get_sum"));
    expect(typeNames(["get-sum", "GetSum"]).get("GetSum")).toBe("GetSum");
    expect(new Set(more.values()).size).toBe(5);
  });

  it("are none that are taken, and no global that emitted code uses", () => {
    const names = typeNames(["error", "tools"], new Set(["Tools"]));
    expect(names.get("error")).toMatch(/^Error_[\da-f]{4}$/);
    expect(names.get("tools")).toMatch(/^Tools_[\da-f]{4}$/);
  });

  it("are members only where they mean one name, and harm nobody", () => {
    const names = memberNames(
      ["a-b", "a_b", "cD", "c-d", "then", "constructor", "client", "to_string"],
      new Set(["client"]),
    );
    expect([...names]).toEqual([["cD", "cD"]]);
  });
});

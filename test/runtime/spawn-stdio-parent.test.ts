import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundle, type Bundle } from "../interop/bundle.ts";
import { startChild } from "./child.ts";
import { leavesChild } from "./spawned.ts";

describe("this process", () => {
  let parent: Bundle;
  let server: Bundle;

  beforeAll(async () => {
    parent = await bundle("../runtime/programs/parent.ts");
    server = await bundle("../runtime/programs/server.ts");
  });

  afterAll(() => {
    parent.remove();
    server.remove();
  });

  test("can end by itself once it has closed the transport", async () => {
    const child = startChild(parent.file, {
      args: [server.file],
      close: true,
    });
    expect(await child.exit).toMatchObject({ code: 0, signal: null });
    expect(child.stdout()).toBe("closed\n");
    expect(child.stderr()).toMatch(/^listeners left/);
  });

  test("can end by itself although a child of the server goes on", async () => {
    const child = startChild(parent.file, { args: ["-e", leavesChild] });
    const { after, code } = await child.exit;
    expect(code).toBe(0);
    expect(after).toBeLessThan(30_000);
    expect(child.stdout()).toBe("answered\nclosed\n");
  });

  test("leaves no server behind when it is killed", async () => {
    const child = startChild(parent.file, { args: [server.file] });
    await child.says("answered");
    child.process.kill("SIGKILL");
    // The server has this process's standard error, which closes when it ends.
    expect(await child.exit).toMatchObject({ signal: "SIGKILL" });
    expect(child.stderr()).toMatch(/^listeners left/);
  });

  describe.skipIf(process.platform === "win32")(
    "when Ctrl-C is pressed",
    () => {
      const counts = `
      process.stdin.resume();
      setInterval(() => {}, 1000);
      let count = 0;
      process.on("SIGINT", () => {
        console.error("server: " + ++count);
        if (count === LAST) process.exit();
      });
      console.log("{}");
    `;

      test.each([undefined, "raise"])(
        "ends as it did, and the server hears of it (%s)",
        async (onSigint) => {
          const child = startChild(parent.file, {
            args: ["-e", counts.replace("LAST", "1")],
            onSigint,
          });
          await child.says("answered");
          child.process.kill("SIGINT");
          expect(await child.exit).toMatchObject({ signal: "SIGINT" });
          expect(child.stderr()).toBe("server: 1\n");
        },
      );

      test("decides itself what becomes of it, and the server hears of it each time", async () => {
        const child = startChild(parent.file, {
          args: ["-e", counts.replace("LAST", "2")],
          onSigint: "listen",
        });
        await child.says("answered");
        child.process.kill("SIGINT");
        await child.says("server: 1");
        child.process.kill("SIGINT");
        expect(await child.exit).toMatchObject({ code: 0, signal: null });
        expect(child.stderr()).toBe("server: 1\nserver: 2\n");
        expect(child.stdout()).toContain("listeners left: 0\n");
      });

      test("keeps it from the server, where it takes its calls back first", async () => {
        const child = startChild(parent.file, {
          args: ["-e", counts.replace("LAST", "1")],
          onSigint: "listen",
          interrupts: "keep",
        });
        await child.says("answered");
        child.process.kill("SIGINT");
        await child.says("the first SIGINT");
        child.process.kill("SIGINT");
        expect(await child.exit).toMatchObject({ code: 0, signal: null });
        expect(child.stderr()).toBe("");
      });
    },
  );
});

import { describe, expect, test } from "vitest";
import { redirect, stage } from "./stage.ts";

describe("a secret follows no redirect", () => {
  const statuses = [301, 302, 303, 307, 308];

  test.each(statuses)("of a token endpoint, by %i", async (status) => {
    const { attempt, thief, server } = await stage({
      twist({ server, thief }) {
        server.answers.token = () => redirect(`${thief.origin}/token`, status);
      },
    });
    await expect(attempt()).rejects.toThrow();
    expect(server.asked("token")).toHaveLength(1);
    expect(thief.requests).toEqual([]);
  });

  test.each(statuses)(
    "of a token endpoint, by %i, not even at home",
    async (status) => {
      const { attempt, server } = await stage({
        twist({ server }) {
          server.answers.token = () =>
            redirect(`${server.origin}/elsewhere`, status);
        },
      });
      await expect(attempt()).rejects.toThrow();
      expect(server.asked("other")).toEqual([]);
    },
  );

  test.each(statuses)("of a registration, by %i", async (status) => {
    const { attempt, thief } = await stage({
      twist({ server, thief }) {
        server.answers.register = () => redirect(`${thief.origin}/reg`, status);
      },
    });
    await expect(attempt()).rejects.toThrow();
    expect(thief.requests).toEqual([]);
  });

  test.each(statuses)("of the MCP server, by %i", async (status) => {
    const { attempt, thief } = await stage({
      twist({ resource, thief }) {
        resource.answers.mcp = (asked, usual) =>
          asked.headers["authorization"] === undefined
            ? usual()
            : redirect(`${thief.origin}/mcp`, status);
      },
    });
    await attempt().catch(() => undefined);
    const shown = thief.requests.map(({ headers }) => headers["authorization"]);
    expect(shown.filter((header) => header !== undefined)).toEqual([]);
  });
});

test("a server that refuses every token asks a person a bounded number of times", async () => {
  const { attempt, login, resource } = await stage({
    twist({ resource }) {
      resource.answers.mcp = async (_, usual) => {
        const told = await usual();
        return typeof told !== "function" && told.status === 401
          ? told
          : { status: 401, headers: { "www-authenticate": "Bearer" } };
      };
    },
  });
  await expect(attempt()).rejects.toThrow();
  expect(login.visits.length).toBeLessThanOrEqual(2);
  expect(resource.calls().length).toBeLessThan(10);
});

test("a server that wants a scope that was given asks a person for it once", async () => {
  const { attempt, login } = await stage({
    twist({ resource }) {
      resource.answers.mcp = async (asked, usual) => {
        if (!asked.text.includes("tools/call")) return usual();
        const challenge = 'Bearer error="insufficient_scope", scope="more"';
        return { status: 403, headers: { "www-authenticate": challenge } };
      };
    },
  });
  await expect(attempt()).rejects.toThrow();
  expect(login.visits).toHaveLength(2);
});

test("a server that is never content with a scope asks a bounded number of times", async () => {
  let asks = 0;
  const { attempt, login } = await stage({
    twist({ resource }) {
      resource.answers.mcp = async (asked, usual) => {
        if (!asked.text.includes("tools/call")) return usual();
        const challenge = `Bearer error="insufficient_scope", scope="s${asks++}"`;
        return { status: 403, headers: { "www-authenticate": challenge } };
      };
    },
  });
  await expect(attempt()).rejects.toThrow();
  expect(login.visits.length).toBeLessThanOrEqual(6);
});

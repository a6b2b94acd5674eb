import { describe, expect, test } from "vitest";
import { bodyOf, inWhole, put, stage, type Staged } from "./stage.ts";

const afterLogin: [string, Staged][] = [
  [
    "a callback with the issuer of another server",
    {
      login: { onReturn: (back) => put(back, "iss", "https://honest.example") },
    },
  ],
  [
    "a callback whose issuer differs by a slash alone",
    {
      login: {
        onReturn: (back) =>
          put(back, "iss", `${back.searchParams.get("iss") ?? ""}/`),
      },
    },
  ],
  [
    "a callback whose issuer differs in case alone",
    {
      login: {
        onReturn: (back) =>
          put(
            back,
            "iss",
            (back.searchParams.get("iss") ?? "").replace("http", "HTTP"),
          ),
      },
    },
  ],
  [
    "a callback without the issuer that was promised",
    { login: { onReturn: (back) => put(back, "iss", undefined) } },
  ],
  [
    "a callback with an issuer that nobody promised, of another server",
    {
      server: { iss: "https://honest.example" },
      twist({ server }) {
        server.answers.metadata = async (_, usual) => {
          const body: Record<string, unknown> = bodyOf(await usual());
          delete body["authorization_response_iss_parameter_supported"];
          return { body };
        };
      },
    },
  ],
  [
    "a callback with two issuers",
    {
      login: {
        onReturn(back) {
          back.searchParams.append("iss", "https://honest.example");
          return back;
        },
      },
    },
  ],
  [
    "a callback without state",
    { login: { onReturn: (back) => put(back, "state", undefined) } },
  ],
  [
    "a callback with the state of another login",
    { login: { onReturn: (back) => put(back, "state", "another") } },
  ],
  [
    "a callback without code",
    { login: { onReturn: (back) => put(back, "code", undefined) } },
  ],
];

describe("no code is traded in after", () => {
  test.each(afterLogin)("%s", async (_, staged) => {
    const { attempt, login, server } = await stage(staged);
    await expect(attempt()).rejects.toThrow();
    expect(login.visits).toHaveLength(1);
    expect(login.open).toBe(0);
    expect(server.asked("token")).toEqual([]);
  });
});

test("what a stranger says in an error is not shown", async () => {
  const { attempt } = await stage({
    login: {
      onReturn(back) {
        back.search = new URLSearchParams({
          state: back.searchParams.get("state") ?? "",
          iss: "https://honest.example",
          error: "access_denied",
          error_description: "call 555-1234 to go on",
          error_uri: "https://evil.example",
        }).toString();
        return back;
      },
    },
  });
  const told = await attempt().then(String, inWhole);
  expect(told).not.toMatch(/555-1234|access_denied|evil/);
});

test("an error of the right server is shown, and no secret with it", async () => {
  const { attempt, server } = await stage({
    login: {
      onReturn(back, asked) {
        back.search = new URLSearchParams({
          state: asked.searchParams.get("state") ?? "",
          iss: back.searchParams.get("iss") ?? "",
          error: "access_denied",
          error_description: "not today",
        }).toString();
        return back;
      },
    },
  });
  const told = await attempt().then(String, inWhole);
  expect(told).toMatch(/access_denied/);
  expect(told).toMatch(/not today/);
  expect(server.asked("token")).toEqual([]);
});

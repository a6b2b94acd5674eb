import { expect, test } from "vitest";
import { stage } from "./stage.ts";

test.each([
  ["scopes", ["scope"]],
  ["scopes, and then refresh tokens", ["scope", "refresh_token"]],
])(
  "where a client is refused that names %s, it gives up no more than that",
  async (_, disliked) => {
    const { attempt, server } = await stage({
      resource: { challengedScopes: ["notes:read"] },
      twist({ server }) {
        server.answers.register = ({ text }, usual) =>
          disliked.some((word) => text.includes(`"${word}"`))
            ? { status: 400, body: { error: "invalid_client_metadata" } }
            : usual();
      },
    });
    expect(await attempt()).toContain("ada");
    const said = server
      .asked("register")
      .map(({ text }) => JSON.parse(text) as Record<string, unknown>);
    expect(said).toHaveLength(disliked.length + 1);
    expect(said.at(-1)).not.toHaveProperty("scope");
    expect(said.at(-1)?.["grant_types"]).toEqual(
      ["authorization_code", "refresh_token"].filter(
        (type) => !disliked.includes(type),
      ),
    );
  },
);

import { expect } from "vitest";
import { always, text, type Feature } from "../features/feature.ts";
import * as offer from "../servers/offer.ts";
import type { HttpPlace } from "./place.ts";

/** Neither of two clients sees what is the other's. */
export const twoClients: Feature<HttpPlace> = {
  name: "two clients at once",
  isIn: always,
  async check({ place, driver, createDriver }) {
    const other = createDriver();
    await other.connect(place.another().target);
    const names = ["ours", "theirs"];
    const answers = await Promise.all(
      [driver, other].map((one, index) =>
        one.callTool("echo", { message: names[index] }),
      ),
    );
    expect(answers.map(({ content }) => content)).toEqual(
      names.map((name) => text(offer.echo(name))),
    );
    await other.terminate();
    await other.close();
    const { content } = await driver.callTool("echo", { message: "still" });
    expect(content).toEqual(text(offer.echo("still")));
  },
};

/** What every client sees over HTTP, whatever it speaks. */
export const clientFeatures: readonly Feature<HttpPlace>[] = [
  {
    name: "refused call",
    isIn: always,
    async check({ driver }) {
      await expect(driver.callTool("no-such-tool")).rejects.toMatchObject({
        code: -32602,
      });
    },
  },
  twoClients,
];

import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { fromAjv } from "../../../src/runtime/registry/ajv.ts";
import {
  lifecycles,
  openAsked,
  type AskedClient,
} from "../../runtime/asked-client.ts";
import type { ClientSettings } from "../../../src/runtime/client/create-client.ts";
import { loadWeather, outputSchema } from "./weather.ts";

const text = { type: "object", properties: { text: { type: "string" } } };

/** Words for people may change, and keys may come in any order. */
const relisted = {
  title: "The weather",
  required: ["degrees"],
  properties: { degrees: { description: "Celsius", type: "number" } },
  type: "object",
};

describe.each(lifecycles)("a client's output checks, %s", (lifecycle) => {
  const open = async (
    settings: Partial<ClientSettings>,
    ...schemas: object[]
  ): Promise<AskedClient> => {
    const asked = await openAsked(lifecycle, {
      onInvalid: "reject",
      ...settings,
    });
    const listing = asked.client.request("tools/list", undefined);
    const tools = schemas.map((schema, index) => ({
      name: `tool${index}`,
      inputSchema: { type: "object" },
      outputSchema: schema,
    }));
    answerLast(asked, { tools });
    await listing;
    return asked;
  };
  const call = async (
    asked: AskedClient,
    name: string,
    structuredContent: object,
  ): Promise<unknown> => {
    const calling = asked.client.request("tools/call", { name });
    answerLast(asked, { content: [], structuredContent });
    return calling;
  };
  const answerLast = ({ script }: AskedClient, result: object): void => {
    const hints = { ttlMs: 0, cacheScope: "private" };
    const whole = { resultType: "complete", ...hints, ...result };
    script.answer(script.sent.at(-1) ?? {}, whole);
  };

  test("are those that were compiled, whoever lists their schema", async () => {
    const { validator } = await loadWeather();
    const asked = await open({ validate: validator }, outputSchema, relisted);
    for (const name of ["tool0", "tool1"]) {
      expect(await call(asked, name, { degrees: 4 })).toMatchObject({
        structuredContent: { degrees: 4 },
      });
      await expect(call(asked, name, {})).rejects.toThrow(
        "gave what its output schema does not allow: degrees: expected a number, found nothing",
      );
    }
    expect(asked.errors).toEqual([]);
  });

  test("tell of a schema that was not compiled, once", async () => {
    const { validator } = await loadWeather();
    const asked = await open({ validate: validator }, text, outputSchema);
    for (const _ of [1, 2])
      expect(await call(asked, "tool0", { text: 1 })).toBeDefined();
    expect(asked.errors.map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^tools\/call: the output schema of tool0 is not checked: it is none of those that were compiled/,
      ),
    ]);
    await expect(call(asked, "tool1", {})).rejects.toThrow("degrees");
  });

  test("leave to another validator what was not compiled", async () => {
    const { validator } = await loadWeather();
    const validate = validator.or(fromAjv(new Ajv2020()));
    const asked = await open({ validate }, text, outputSchema);
    await expect(call(asked, "tool0", { text: 1 })).rejects.toThrow(
      "text: must be string",
    );
    await expect(call(asked, "tool1", {})).rejects.toThrow(
      "degrees: expected a number",
    );
    expect(asked.errors).toEqual([]);
  });
});

import { expect, it } from "vitest";
import { agreeOnPublished, agreeOnRandom } from "./schema-agreement.ts";

it("guards agree with ajv on random schemas", async () => {
  await expect(agreeOnRandom(400)).resolves.toBeUndefined();
});

it("guards agree with ajv on schemas of published servers", async () => {
  await expect(agreeOnPublished(1)).resolves.toBeUndefined();
});

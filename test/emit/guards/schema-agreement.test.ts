import { expect, it } from "vitest";
import { agreeOnPublished, agreeOnRandom } from "./schema-agreement.ts";

it("guards agree with ajv on random schemas", async () => {
  // Over a third of them accept nearly all: that all of so many do has a chance below 10^-8.
  await expect(agreeOnRandom(20)).resolves.toBeUndefined();
});

it("guards agree with ajv on schemas of published servers", async () => {
  await expect(agreeOnPublished(16)).resolves.toBeUndefined();
});

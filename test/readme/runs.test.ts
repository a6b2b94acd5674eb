import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import {
  connect,
  createClient,
  type Feature,
  type Server,
} from "../../generated/index.ts";
import { pageBlocks } from "./blocks.ts";
import { writeExample } from "./write.ts";

const root = join(import.meta.dirname, "../..");
let folder: string;

// Within the repository, because the examples import what is installed there.
beforeAll(() => {
  folder = mkdtempSync(join(root, ".example-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the programs of the page of questions answer what it says", async () => {
  const programs = pageBlocks("docs/guides/questions.md");
  expect(programs.length).toBeGreaterThan(3);
  const own = join(folder, "questions");
  mkdirSync(own);
  const file = (index: number): string => join(own, `program-${index}.ts`);
  programs.forEach((text, index) => writeExample(file(index), text));
  const { server } = (await import(file(0))) as { server: Server };
  const { plan } = (await import(file(1))) as { plan: Feature };
  server.add(plan);
  const content = { date: "2026-08-01", meal: "rice" };
  const client = createClient({
    info: { name: "client", version: "1" },
    handlers: { elicit: () => ({ action: "accept", content }) },
  });
  await connect(server, client);
  const told = async (name: string): Promise<unknown> =>
    (await client.callTool({ name })).content;
  const text = (words: string): object[] => [{ type: "text", text: words }];
  expect(await told("book")).toEqual(text("Booked for 2026-08-01, 2 nights."));
  expect(await told("plan")).toEqual(text("2026-08-01, with rice"));
  await client.close();
  const log = vi.spyOn(console, "log").mockReturnValue();
  await import(file(2));
  expect(
    readFileSync(join(root, "docs/guides/questions.md"), "utf8"),
  ).toContain(`It prints \`${String(log.mock.calls[0])}\`.`);
});

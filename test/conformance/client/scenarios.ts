import assert from "node:assert/strict";
import type { Client } from "../../../generated/index.ts";
import { toolCallsOf } from "./context.ts";

/** What a client does once it is connected; rejects when the server answers otherwise than expected. */
export type Scenario = (client: Client, context: unknown) => Promise<void>;

/** The scenarios of the suite that ask for no authorization, by their names there. */
const scenarios: ReadonlyMap<string, Scenario> = new Map<string, Scenario>([
  ["initialize", askNothing],
  ["tools_call", addNumbers],
  ["elicitation-sep1034-client-defaults", fillIn],
  ["sse-retry", comeBack],
  ["request-metadata", askNothing],
  ["sep-2322-client-request-state", answerInRounds],
  ["http-standard-headers", useEverything],
  ["http-custom-headers", callGiven],
  ["http-invalid-tool-headers", callAllTools],
  ["json-schema-ref-no-deref", listTools],
  ["json-schema-2020-12-preservation", echoSchema],
]);

/** Finds a scenario by the suite's name for it; throws when there is none. */
export function findScenario(name: string): Scenario {
  if (name.startsWith("auth/")) return callTestTool;
  const scenario = scenarios.get(name);
  if (!scenario) throw new Error(`there is no scenario ${name}`);
  return scenario;
}

/** The server declares nothing, so that nothing is asked but to connect. */
async function askNothing(client: Client): Promise<void> {
  await assert.rejects(client.listTools(), /does not declare "tools"/);
}

async function callTestTool(client: Client): Promise<void> {
  await client.listTools();
  await client.callTool({ name: "test-tool" });
}

async function listTools(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  assert.notEqual(tools.length, 0);
}

async function addNumbers(client: Client): Promise<void> {
  await client.listTools();
  const sum = await textOf(client, "add_numbers", { a: 5, b: 3 });
  assert.equal(sum, "The sum of 5 and 3 is 8");
}

async function fillIn(client: Client): Promise<void> {
  await client.listTools();
  await textOf(client, "test_client_elicitation_defaults", {});
}

async function comeBack(client: Client): Promise<void> {
  await client.listTools();
  await textOf(client, "test_reconnection", {});
}

/** What one call is asked to give back is no other's business, meanwhile or later. */
async function answerInRounds(client: Client): Promise<void> {
  await client.listTools();
  const texts = await Promise.all([
    textOf(client, "test_mrtr_echo_state", {}),
    textOf(client, "test_mrtr_no_state", {}),
    textOf(client, "test_mrtr_unrelated", {}),
    textOf(client, "test_mrtr_no_result_type", {}),
  ]);
  assert.deepEqual(texts, [
    "echo-state-ok",
    "no-state-ok",
    "unrelated-ok",
    "no-result-type-test-ok",
  ]);
  await textOf(client, "test_mrtr_unrelated", {});
}

async function useEverything(client: Client): Promise<void> {
  await callAllTools(client);
  const { resources } = await client.listResources();
  for (const { uri } of resources) await client.readResource({ uri });
  const { prompts } = await client.listPrompts();
  for (const { name } of prompts) await client.getPrompt({ name });
}

/** Whatever is listed is called: a tool whose annotations are unsound is not. */
async function callAllTools(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  assert.notEqual(tools.length, 0);
  for (const { name } of tools)
    await client.callTool({ name, arguments: { region: "north" } });
}

async function callGiven(client: Client, context: unknown): Promise<void> {
  await client.listTools();
  for (const call of toolCallsOf(context)) await client.callTool(call);
}

async function echoSchema(client: Client): Promise<void> {
  const { tools } = await client.listTools();
  const tool = tools.find(({ name }) => name === "json_schema_2020_12_tool");
  assert.ok(tool);
  await textOf(client, "json_schema_echo", { schema: tool.inputSchema });
}

/** Calls a tool, and returns the text that it answers with. */
async function textOf(
  client: Client,
  name: string,
  given: Record<string, unknown>,
): Promise<string> {
  const result = await client.callTool({ name, arguments: given });
  assert.ok(!result.isError, `${name} failed`);
  const [block] = result.content;
  assert.ok(block?.type === "text", `${name} answers with no text`);
  return block.text;
}

import assert from "node:assert/strict";
import type { Client } from "../../../generated/index.ts";
import {
  METHOD_NOT_FOUND,
  ProtocolError,
} from "../../../src/runtime/protocol/errors.ts";
import { fill } from "./fill.ts";
import type { Given } from "./given.ts";

/**
 * Uses all that a server declares: calls every tool that it lists, reads every
 * resource, gets every prompt. Rejects when the server does not do what it lists.
 */
export async function useServer(client: Client, given: Given): Promise<void> {
  const { tools, resources, prompts } = client.serverCapabilities ?? {};
  if (tools) await callTools(client, given);
  if (resources) {
    const listed = await client.listResources();
    for (const { uri } of listed.resources) await client.readResource({ uri });
  }
  if (prompts) {
    const listed = await client.listPrompts();
    for (const prompt of listed.prompts)
      await client.getPrompt({
        name: prompt.name,
        arguments: Object.fromEntries(
          (prompt.arguments ?? []).map(({ name }) => [name, "north"]),
        ),
      });
  }
}

/** All at once: what one call is told is no other's business. */
async function callTools(client: Client, given: Given): Promise<void> {
  const { tools } = await client.listTools();
  const [first] = tools;
  // What a server lists it gets back, where it takes any object.
  const anything = first?.inputSchema ?? {};
  await Promise.all(
    tools.map((tool) => {
      const { name, inputSchema } = tool;
      const filled = given.argumentsOf(name) ?? fill(inputSchema, anything);
      return call(client, { name, arguments: filled });
    }),
  );
}

async function call(
  client: Client,
  params: Parameters<Client["callTool"]>[0],
): Promise<void> {
  try {
    const result = await client.callTool(params);
    assert.ok(!result.isError, `${params.name} failed`);
  } catch (error) {
    // There are servers that list what nobody can call.
    if (!(error instanceof ProtocolError) || error.code !== METHOD_NOT_FOUND)
      throw error;
  }
}

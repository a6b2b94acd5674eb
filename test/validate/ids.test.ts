import { expect, test } from "vitest";
import {
  brief,
  client,
  findingsOf,
  handshake,
  notification,
  request,
  server,
  result,
  stateless,
  toolResult,
} from "./traffic.ts";

const cancel = client(
  notification("notifications/cancelled", { requestId: 1 }),
);

test("without sessions the id of a request that was cancelled is free again", async () => {
  const asked = client(
    request(1, "tools/call", stateless("2026-07-28", { name: "a" })),
  );
  const answer = server(result(1, { ...toolResult, resultType: "complete" }));
  expect(await findingsOf([asked, cancel, asked, answer])).toEqual([]);
  const found = await findingsOf([asked, cancel, asked, asked]);
  expect(found.map(brief)).toEqual(["4 client tools/call repeated-id id"]);
});

test("in a session the id of a request that was cancelled was used", async () => {
  const asked = client(request(1, "tools/call", { name: "a" }));
  const found = await findingsOf([
    ...handshake("2025-11-25"),
    asked,
    cancel,
    asked,
  ]);
  expect(found.map(brief)).toEqual(["6 client tools/call repeated-id id"]);
  expect(found[0]?.reason).toBe("the id was used before");
});

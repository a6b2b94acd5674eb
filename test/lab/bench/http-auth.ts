import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { describeLoad, httpTargetOf, type HttpContestant } from "./http.ts";
import { describeMode, type HttpMode } from "./http-modes.ts";
import type { HttpTarget } from "./http-session.ts";
import { installPrograms } from "./installed-programs.ts";
import type { BenchOptions, Folders } from "./main.ts";
import type { Guard } from "./programs/http-control.ts";
import { inBothModes, pairedRows } from "./rounds.ts";
import { drive } from "./stdio.ts";
import type { Table } from "./table.ts";

const modes: readonly HttpMode[] = [
  { lifecycle: "handshake", answer: "json" },
  { lifecycle: "stateless", answer: "json" },
];

const rounds = 21;
const milliseconds = 60;

const windows = [
  { window: 1, aim: 0.6 },
  { window: 32, aim: 0.75 },
];

/**
 * Compares a server that requires a JWT with bare `node:http` that verifies it with
 * jose, and with both servers without a token. The key is RSA, the usual choice of
 * authorization servers.
 */
export async function httpAuthTables(
  folders: Folders,
  { includes }: BenchOptions,
): Promise<Table[]> {
  const programs = await installPrograms(folders);
  const { guard, token } = await issue();
  const args = [JSON.stringify(guard)];
  const contestants = (aim: number): HttpContestant[] => [
    { name: "bare node:http, jose", program: "http-bare-server", args },
    {
      name: "handlers, protect and jwt",
      program: "http-protected-server",
      args,
      readsNodeEnv: true,
      aim,
    },
    {
      name: "handlers, open",
      program: "http-handlers-server",
      readsNodeEnv: true,
    },
    { name: "bare node:http, open", program: "http-bare-server" },
  ];
  const tables: Table[] = [];
  for (const mode of modes) {
    for (const { window, aim } of windows) {
      const title = `HTTP echo with a JWT, ${describeMode(mode)}, ${describeLoad(window)}`;
      if (!includes(title)) continue;
      const entries = contestants(aim);
      const targets = inBothModes(entries).map((entry): HttpTarget => ({
        ...httpTargetOf(entry, mode, programs),
        token,
      }));
      const samples = drive(
        { targets, window, rounds, milliseconds },
        programs,
      );
      tables.push({
        title,
        unit: "µs",
        judged: "speed",
        rows: pairedRows(entries, samples, "speed"),
      });
    }
  }
  return tables;
}

/** Issues the token of all requests, with the key that verifies it. */
async function issue(): Promise<{ guard: Guard; token: string }> {
  const pair = await generateKeyPair("RS256", { extractable: true });
  const key = await exportJWK(pair.publicKey);
  const issuer = "https://as.example.com";
  const resource = "https://mcp.example.com/mcp";
  const token = await new SignJWT({ client_id: "bench", scope: "echo" })
    .setProtectedHeader({ alg: "RS256", typ: "at+jwt", kid: "one" })
    .setIssuer(issuer)
    .setAudience(resource)
    .setSubject("somebody")
    .setIssuedAt()
    .setExpirationTime("1h")
    .sign(pair.privateKey);
  const keys = [{ ...key, alg: "RS256", kid: "one", use: "sig" }];
  return { guard: { issuer, resource, keys }, token };
}

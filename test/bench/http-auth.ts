import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { writePrograms } from "./bundles.ts";
import { httpTargetOf, type HttpContestant } from "./http.ts";
import { describeMode, type HttpMode } from "./http-modes.ts";
import type { HttpTarget } from "./http-session.ts";
import type { Folders } from "./main.ts";
import { pins } from "./pinned.ts";
import type { Guard } from "./programs/http-control.ts";
import { pairedRows } from "./rounds.ts";
import { drive } from "./stdio.ts";
import type { Table } from "./table.ts";

const modes: readonly HttpMode[] = [
  { lifecycle: "handshake", answer: "json" },
  { lifecycle: "stateless", answer: "json" },
];

const rounds = 15;
const milliseconds = 60;

/**
 * Calls per second of a server that asks for a JWT, of bare `node:http` with jose;
 * beside them both without. The key is RSA, as most authorization servers have it.
 */
export async function httpAuthTables(folders: Folders): Promise<Table[]> {
  const programs = await writePrograms(folders);
  const { guard, token } = await issue();
  const args = [JSON.stringify(guard)];
  const entries: HttpContestant[] = [
    { name: "bare node:http, jose", program: "http-bare-server", args },
    {
      name: "handlers, protect and jwt",
      program: "http-protected-server",
      args,
    },
    { name: "handlers, open", program: "http-handlers-server" },
    { name: "bare node:http, open", program: "http-bare-server" },
  ];
  const tables: Table[] = [];
  for (const mode of modes) {
    const targets = entries.map((entry): HttpTarget => ({
      ...httpTargetOf(entry, mode, programs),
      token,
    }));
    for (const window of [1, 32]) {
      const samples = drive(
        { targets, window, rounds, milliseconds },
        programs,
      );
      const connections = `${window} connection${window === 1 ? "" : "s"}`;
      tables.push({
        title: `HTTP echo with a JWT, ${describeMode(mode)}, ${connections}${pins ? "" : ", not pinned"}`,
        unit: "µs",
        judged: "speed",
        rows: pairedRows(entries, samples, "speed"),
      });
    }
  }
  return tables;
}

/** One token, which all requests show, and what it is checked by. */
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

import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { generate } from "../../../src/index.ts";
import { compile, folderOf, withPackages } from "../../support/typescript.ts";

const runtime = fileURLToPath(new URL("../../../src/runtime", import.meta.url));

/** A program that says what `auth` is, and reads it everywhere. */
const program = (from: string): string => `
import { createServer, tool, type ServerContext } from "./mcp/index.js";
import { protect, type Verifier } from "${from}/auth/server${from.startsWith(".") ? ".js" : ""}";

interface Claims {
  readonly sub: string;
  readonly roles: readonly string[];
}

declare module "${from.startsWith(".") ? `${from}/index.js` : from}" {
  interface Register {
    auth: Claims;
  }
}

const whoami = tool(
  "whoami",
  {
    visible: ({ auth }) => auth.roles.includes("admin"),
    scopes: (_, { auth }) => (auth.sub === "" ? ["any"] : []),
  },
  (_, { auth }) => auth.sub.toUpperCase(),
);
export const subject = ({ auth }: ServerContext): string => auth.sub;
// @ts-expect-error: there is no such claim.
export const nothing = ({ auth }: ServerContext): unknown => auth.email;

export const server: object = createServer({
  info: { name: "a", version: "1" },
  features: [whoami],
  canRead: (_, { auth }) => auth.roles.length > 0,
  interceptors: [{ before: ({ auth }) => void auth.roles.join() }],
});

const verify: Verifier<Claims> = () => ({ error: "invalid_token" });
const at = { resource: "https://mcp.example", authorizationServers: ["https://as.example"] };
export const authorize: object = protect({ ...at, verify });
const other: Verifier<{ readonly email: string }> = () => ({ error: "invalid_token" });
// @ts-expect-error: what it gives is not what is registered.
export const wrong: object = protect({ ...at, verify: other });
`;

test("what handlers read as auth is what a program registers, with a copied runtime", async () => {
  const { files } = await generate({
    revisions: ["2025-11-25", "2026-07-28"],
    runtime: "copy",
  });
  const copied = files.map(({ path, text = "" }) => ({
    path: `mcp/${path}`,
    text,
  }));
  const text = program("./mcp/runtime");
  const folder = folderOf([...copied, { path: "program.ts", text }]);
  expect(await compile(folder, withPackages)).toEqual([]);
});

test("and where the runtime is a package's", async () => {
  const { files } = await generate({
    revisions: ["2025-11-25", "2026-07-28"],
    runtime: "mcp-gen/runtime",
  });
  const generated = files.map(({ path, text = "" }) => ({
    path: `mcp/${path}`,
    text,
  }));
  const text = program("mcp-gen/runtime");
  const folder = folderOf([...generated, { path: "program.ts", text }]);
  const paths = {
    ...(withPackages["paths"] as object),
    "mcp-gen/runtime": [`${runtime}/index.ts`],
    "mcp-gen/runtime/*": [`${runtime}/*.ts`],
  };
  const options = {
    paths,
    rootDir: "/",
    allowImportingTsExtensions: true,
    noEmit: true,
    emitDeclarationOnly: false,
  };
  expect(await compile(folder, options)).toEqual([]);
});

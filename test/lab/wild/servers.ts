import { servers, type PublishedServer } from "../published/servers.ts";

const token = "none";

/** Servers whose schemas have what those of the others lack; nobody talks to them. */
const listed: readonly PublishedServer[] = [
  { name: "@cyanheads/git-mcp-server" },
  {
    name: "@hubspot/mcp-server",
    env: () => ({ PRIVATE_APP_ACCESS_TOKEN: token }),
  },
  {
    name: "@mapbox/mcp-server",
    env: () => ({ MAPBOX_ACCESS_TOKEN: token }),
  },
  { name: "airtable-mcp-server", env: () => ({ AIRTABLE_API_KEY: token }) },
  { name: "mcp-server-kubernetes" },
  { name: "xcodebuildmcp", args: () => ["mcp"] },
];

/** The servers whose schemas are kept. */
export const listedServers: readonly PublishedServer[] = [
  ...servers,
  ...listed,
];

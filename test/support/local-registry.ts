import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import { promisify } from "node:util";

const root = join(import.meta.dirname, "../..");

/** npm registry on this machine. */
export interface LocalRegistry {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves the packages of this repository's `node_modules`, in the versions of the lock
 * file, as an npm registry does. It has no other packages, and none of this repository.
 * `folder` is for the tarballs.
 */
export async function startLocalRegistry(
  folder: string,
): Promise<LocalRegistry> {
  const packages = installedPackages();
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    const [, index] = /^\/tarballs\/(\d+)\.tgz$/.exec(path) ?? [];
    const { port } = server.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}`;
    const answer =
      index === undefined
        ? sendVersions(response, packages, path.slice(1), url)
        : sendTarball(response, packages[Number(index)], folder);
    answer.catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve()),
  );
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Package in `node_modules`. */
interface InstalledPackage {
  readonly name: string;
  readonly version: string;
  /** Folder of the package. */
  readonly place: string;
}

function installedPackages(): InstalledPackage[] {
  const lock = readJson<{
    packages: Record<string, { name?: string; version: string }>;
  }>(join(root, "package-lock.json"));
  return Object.entries(lock.packages).flatMap(([path, { name, version }]) => {
    const place = join(root, path);
    // The root has no name here, and packages of other platforms have no folder.
    const known = path.split("node_modules/").at(-1) ?? "";
    if (path === "" || !existsSync(join(place, "package.json"))) return [];
    return [{ name: name ?? known, version, place }];
  });
}

async function sendVersions(
  response: ServerResponse,
  packages: readonly InstalledPackage[],
  name: string,
  url: string,
): Promise<void> {
  const own = packages.flatMap((one, index) =>
    one.name === name ? [{ ...one, index }] : [],
  );
  // The version that the repository itself imports is the latest one.
  const latest =
    own.find(({ place }) => place === join(root, "node_modules", name)) ??
    own.at(-1);
  if (latest === undefined) {
    response.writeHead(404).end("{}");
    return;
  }
  const versions = own.map(({ version, place, index }) => [
    version,
    {
      ...readJson<object>(join(place, "package.json")),
      dist: { tarball: `${url}/tarballs/${index}.tgz` },
    },
  ]);
  response.setHeader("content-type", "application/json").end(
    JSON.stringify({
      name,
      "dist-tags": { latest: latest.version },
      versions: Object.fromEntries(versions) as object,
    }),
  );
}

async function sendTarball(
  response: ServerResponse,
  one: InstalledPackage | undefined,
  folder: string,
): Promise<void> {
  if (one === undefined) {
    response.writeHead(404).end();
    return;
  }
  const own = join(folder, `${one.name.replace("/", "-")}-${one.version}`);
  const tarball = `${own}.tgz`;
  if (!existsSync(tarball)) {
    mkdirSync(own, { recursive: true });
    cpSync(one.place, join(own, "package"), {
      recursive: true,
      filter: (file) => file === one.place || basename(file) !== "node_modules",
    });
    await promisify(execFile)("tar", ["-czf", tarball, "-C", own, "package"]);
  }
  response.end(readFileSync(tarball));
}

function readJson<Content>(file: string): Content {
  // Files of npm.
  return JSON.parse(readFileSync(file, "utf8")) as Content;
}

import { createReadStream, statSync } from "node:fs";
import http from "node:http";
import path from "node:path";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/**
 * Serves a built site on this machine alone.
 * @param {string} folder
 * @param {number} port 0: one that is free
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveSite(folder, port = 0) {
  const server = http.createServer((request, response) => {
    const file = fileOf(folder, request.url ?? "/");
    const found = file ?? path.join(folder, "404.html");
    const type = types[path.extname(found)] ?? "application/octet-stream";
    response.writeHead(file === undefined ? 404 : 200, {
      "content-type": type,
    });
    createReadStream(found)
      .on("error", () => response.destroy())
      .pipe(response);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const { port: own } = server.address();
  return {
    url: `http://127.0.0.1:${own}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The file that a request is for, if the site has it. */
function fileOf(folder, url) {
  let place;
  try {
    place = decodeURIComponent(new URL(url, "http://site").pathname);
  } catch {
    return undefined;
  }
  const file = path.join(
    folder,
    place.endsWith("/") ? `${place}index.html` : place,
  );
  if (!file.startsWith(folder + path.sep)) return undefined;
  const found = statSync(file, { throwIfNoEntry: false });
  return found?.isFile() ? file : undefined;
}

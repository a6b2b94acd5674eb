import { codeBlocks } from "../../../readme/blocks.ts";

/** The page that users copy the configuration of their proxies from: the tests use it as well. */
export const deploymentPage = "docs/guides/deployment.md";

/** The files of a certificate, for `localhost`, and of its key. */
export interface Tls {
  readonly certificate: string;
  readonly key: string;
}

/** Where a proxy listens, and the ports behind it. */
export interface Proxied {
  readonly port: number;
  readonly targets: readonly number[];
  /** Without it, what the page says of TLS is left out. */
  readonly tls?: Tls | undefined;
}

/** nginx's file in the text of the page, for ports of this machine. */
export function nginxSite(
  page: string,
  { port, targets, tls }: Proxied,
): string {
  let isUpstream = false;
  let isTold = false;
  const told = targets.map((target) => `  server 127.0.0.1:${target};`);
  return linesOf(page, "mcp.conf", (line) => {
    if (line.startsWith("upstream ")) isUpstream = true;
    if (line === "}") isUpstream = false;
    if (isUpstream && line.trim().startsWith("server ")) {
      const first = isTold ? [] : told;
      isTold = true;
      return first;
    }
    const [word, ...values] = line.trim().split(" ");
    if (word === "listen") {
      const modes = tls ? values.slice(1).join(" ") : ";";
      return [`  listen 127.0.0.1:${port} ${modes}`];
    }
    if (word === "ssl_certificate")
      return tls ? [`  ${word} ${tls.certificate};`] : [];
    if (word === "ssl_certificate_key")
      return tls ? [`  ${word} ${tls.key};`] : [];
    return [line];
  });
}

/** Caddy's file in the text of the page, for ports of this machine. */
export function caddySite(
  page: string,
  { port, targets, tls }: Proxied,
): string {
  return linesOf(page, "Caddyfile", (line) => {
    if (line === "mcp.example.com {")
      return tls
        ? [
            `https://localhost:${port} {`,
            "  bind 127.0.0.1",
            // Nobody gives it one for this name.
            `  tls ${tls.certificate} ${tls.key}`,
          ]
        : [`http://127.0.0.1:${port} {`];
    const words = line.trim().split(" ");
    if (words[0] !== "reverse_proxy") return [line];
    const told = targets.map((target) => `127.0.0.1:${target}`);
    return [`  reverse_proxy ${told.join(" ")} {`];
  });
}

function linesOf(
  page: string,
  name: string,
  adapt: (line: string) => string[],
): string {
  const block = codeBlocks(page).find((one) => one.name === name);
  if (!block) throw new Error(`the page has no file ${name}`);
  const lines = block.text.trimEnd().split("\n");
  return `${lines.flatMap(adapt).join("\n")}\n`;
}

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Tls } from "./proxy-config.ts";

/** A certificate that nobody but the tests trusts. */
export interface Certificate extends Tls {
  /** What a client has to trust. */
  readonly text: string;
  remove(): void;
}

/** Makes one for `localhost`; undefined where openssl is not installed. */
export function makeCertificate(): Certificate | undefined {
  const folder = mkdtempSync(join(tmpdir(), "mcp-gen-tls-"));
  const [certificate, key] = [join(folder, "c.pem"), join(folder, "k.pem")];
  const remove = (): void => rmSync(folder, { recursive: true });
  const made = spawnSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt"],
      ...["ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
      ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
      ...["-keyout", key, "-out", certificate],
    ],
    { stdio: "ignore" },
  );
  if (made.status !== 0) {
    remove();
    return undefined;
  }
  return { certificate, key, text: readFileSync(certificate, "utf8"), remove };
}

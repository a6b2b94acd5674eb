import { createDiagnostic } from "../../base/diagnostics/create.ts";
import type { Diagnostic } from "../../base/diagnostics/diagnostic.ts";
import type { Collision } from "../../emit/index.ts";
import type { Protocol } from "../../schema/model/index.ts";

/** Says which names of the schema and of the emitted code are the same. */
export function collisionDiagnostics(
  protocol: Protocol,
  collisions: readonly Collision[],
  module: string = protocol.revision,
): Diagnostic[] {
  return collisions.map(({ name, kept, hidden }) => {
    const position = protocol.declarations.find(
      (declaration) => declaration.name === name,
    )?.position;
    return createDiagnostic("name-collision", {
      message: `"${name}" is exported by ${[kept, ...hidden].join(" and ")}; the index of ${module} exports that of ${kept}`,
      hint: `import the other one from ${hidden.join(" or ")}`,
      ...(position === undefined ? {} : { position }),
    });
  });
}

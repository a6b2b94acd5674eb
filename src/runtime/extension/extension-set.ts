import type { Joined, Together } from "../peer/dialect.ts";
import type { ServerExtension, ServerHost } from "../server/extension.ts";

/** Extension with its identifiers. */
interface Named {
  /** Identifier, e.g. `com.example/widgets`. */
  readonly id: string;
  /** Name of its member. */
  readonly name: string;
}

/** Throws a TypeError if two extensions have the same id or name. */
export function assertDistinct(extensions: readonly Named[]): void {
  for (const { id, name } of extensions)
    if (extensions.filter((one) => one.id === id || one.name === name)[1])
      throw new TypeError(
        `extensions: two have the id "${id}" or the name "${name}"`,
      );
}

/** Combines running extensions. Later ones wrap the handlers of earlier ones. */
export function combineExtensions(
  extensions: readonly Named[],
  works: readonly Joined[],
): Together {
  return {
    extend: (revision) =>
      works.reduce((known, one) => one.extend(known), revision),
    offers(table, own) {
      const handles = (method: string): boolean =>
        own.some(({ handlers }) => handlers.has(method));
      const further = works.flatMap((one) => one.offer?.(table, handles) ?? []);
      return [...own, ...further];
    },
    around: (method, handler, table) =>
      works.reduce(
        (inner, one) => one.around?.(method, inner, table) ?? inner,
        handler,
      ),
    toolOptions: works.flatMap(({ toolOptions = [] }) => toolOptions),
    addTo(endpoint) {
      for (const [index, { id, name }] of extensions.entries()) {
        // A `then` would make the endpoint thenable.
        if (name in endpoint || name === "then")
          throw new TypeError(
            `extensions: ${id} has the name "${name}", which is taken`,
          );
        Object.assign(endpoint, { [name]: works[index]?.member });
      }
    },
  };
}

/** Starts every extension of a server. Throws a TypeError if two have the same id or name. */
export function serveAll(
  extensions: readonly ServerExtension[],
  host: ServerHost,
): Together {
  assertDistinct(extensions);
  return combineExtensions(
    extensions,
    extensions.map((one) => one.serve(host)),
  );
}

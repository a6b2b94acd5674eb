import type { Joined } from "./dialect.ts";
import type { SpokenRevision } from "../table/protocol-table.ts";

/** An extension, by what it is known by. */
interface Named {
  /** Its identifier, such as `com.example/widgets`. */
  readonly id: string;
  /** The name of its member. */
  readonly name: string;
}

/** Begins each extension once. Throws a TypeError where two have one id or one name. */
export function join<Extension extends Named, Work extends Joined>(
  extensions: readonly Extension[] = [],
  begin: (extension: Extension) => Work,
): readonly Work[] {
  for (const { id, name } of extensions)
    if (extensions.filter((one) => one.id === id || one.name === name)[1])
      throw new TypeError(
        `extensions: two have the id "${id}" or the name "${name}"`,
      );
  return extensions.map(begin);
}

/** What a revision is with its extensions. */
export function extended(
  revision: SpokenRevision,
  joined: readonly Joined[],
): SpokenRevision {
  return joined.reduce((known, one) => one.extend(known), revision);
}

/**
 * Gives a server or a client the members of its extensions, under their names.
 * Throws a TypeError for a name that is taken.
 */
export function withMembers<Endpoint extends object>(
  endpoint: Endpoint,
  extensions: readonly Named[] = [],
  joined: readonly Joined[],
): Endpoint {
  extensions.forEach(({ id, name }, index) => {
    // What has `then` would pass for a promise.
    if (name in endpoint || name === "then")
      throw new TypeError(
        `extensions: ${id} has the name "${name}", which is taken`,
      );
    Object.assign(endpoint, { [name]: joined[index]?.member });
  });
  return endpoint;
}

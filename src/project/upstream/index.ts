import type { Upstream, UpstreamOptions } from "./upstream.ts";
import { openFolder } from "./folder/open.ts";
import { placeOf } from "./place.ts";

export type {
  PublishedFile,
  PublishedSchema,
  Upstream,
  UpstreamOptions,
} from "./upstream.ts";
export { specificationUpstream } from "./upstream.ts";
export { blobId } from "./blob-id.ts";
export { unlistedPath } from "./layout.ts";

/**
 * Opens what publishes schemas: `owner/repo` on a code host, an address of one or of a
 * folder of files, or a folder. Throws an `InputError`.
 */
export async function openUpstream(
  from: string,
  options: UpstreamOptions,
): Promise<Upstream> {
  const place = placeOf(from, options);
  switch (place.kind) {
    case "folder":
      return openFolder(place.name, options);
    case "files": {
      const { openFiles } = await import("./files/open.ts");
      return openFiles(place, options);
    }
    case "repository": {
      const { openRepository } = await import("./host/open.ts");
      return openRepository(place, options);
    }
  }
}

import { excerpt, toError } from "../../../protocol/errors.ts";
import { AuthorizationError } from "../errors.ts";
import type { AuthStore } from "../store.ts";

/**
 * Wraps a store: its errors become AuthorizationErrors with the reason "store",
 * and a `null` from `get` becomes undefined.
 */
export function guardedStore(store: AuthStore): AuthStore {
  const guarded = async <Value>(work: () => Promise<Value>): Promise<Value> => {
    try {
      return await work();
    } catch (error) {
      throw failed(error);
    }
  };
  return {
    get: (key) => guarded(async () => (await store.get(key)) ?? undefined),
    set: (key, value) => guarded(async () => store.set(key, value)),
    delete: (key) => guarded(async () => store.delete(key)),
    async lock(key, work) {
      let inner: { readonly error: unknown } | undefined;
      const noted = async (): ReturnType<typeof work> => {
        try {
          return await work();
        } catch (error) {
          inner = { error };
          throw error;
        }
      };
      try {
        return await store.lock(key, noted);
      } catch (error) {
        throw inner ? inner.error : failed(error);
      }
    },
  };
}

function failed(error: unknown): AuthorizationError {
  if (error instanceof AuthorizationError) return error;
  const cause = toError(error);
  const told = `the token store failed: ${excerpt(cause.message)}`;
  return new AuthorizationError("store", told, { cause });
}

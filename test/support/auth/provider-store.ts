interface Kept {
  readonly value: Payload;
  /** In milliseconds. */
  readonly expiresAt: number;
}

interface Payload {
  readonly grantId?: string;
  readonly uid?: string;
  readonly userCode?: string;
  consumed?: number;
}

/** Where an `oidc-provider` keeps what has to outlive it, as a database would. */
export interface ProviderStore {
  readonly kept: Map<string, Kept>;
  /** What the provider calls an adapter, for one kind of thing. */
  adapter(kind: string): object;
}

export function createProviderStore(): ProviderStore {
  const kept = new Map<string, Kept>();
  const find = (key: string): Payload | undefined => {
    const found = kept.get(key);
    return found && found.expiresAt > Date.now() ? found.value : undefined;
  };
  return {
    kept,
    adapter: (kind) => ({
      upsert(id: string, value: Payload, expiresIn?: number) {
        const lifetime = expiresIn === undefined ? Infinity : expiresIn * 1_000;
        kept.set(`${kind}:${id}`, {
          value,
          expiresAt: Date.now() + lifetime,
        });
        return Promise.resolve();
      },
      find: (id: string) => Promise.resolve(find(`${kind}:${id}`)),
      findByUid(uid: string) {
        const all = [...kept.values()].map(({ value }) => value);
        return Promise.resolve(all.find((value) => value.uid === uid));
      },
      destroy: (id: string) =>
        Promise.resolve(void kept.delete(`${kind}:${id}`)),
      consume(id: string) {
        const value = find(`${kind}:${id}`);
        if (value) value.consumed = Math.floor(Date.now() / 1_000);
        return Promise.resolve();
      },
      revokeByGrantId(grantId: string) {
        for (const [key, { value }] of kept)
          if (value.grantId === grantId) kept.delete(key);
        return Promise.resolve();
      },
    }),
  };
}

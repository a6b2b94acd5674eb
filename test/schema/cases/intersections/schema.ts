export interface Base {
  code: number;
}

export type Both = Base & { data: string };

export interface Uses {
  error: Base & { code: -1 };
}

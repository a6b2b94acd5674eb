export interface Broken {
  name string;
}

export interface Unread {
  unknown: Missing;
}

export type Unfinished = ;

export type AlsoMissing = Nowhere;

/* Never closed.

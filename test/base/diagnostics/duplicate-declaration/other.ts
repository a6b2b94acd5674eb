export type Imported = Hidden;
export type Again = string;
export type Own = string;
export type Hidden = number;

/** What is told of a peer. */
export type Told = string;

/** Whether nobody hears it. */
export const deaf = true;

/** Number of messages. */
export const count = 1;

/**
 * A body that is short and comes soon is not counted while it comes: most are
 * such, and to count them would take as long as to read them.
 */
export const promptBodyMs = 50;

/** How long such a body may be, in bytes. */
export const promptBodyBytes: number = 16 * 1024;

/** Gives the examples the light package as it was built, where an installed one would be. */
export function linkRuntime(): void;

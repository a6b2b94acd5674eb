/** Gives the examples what a project has installed, as it was built. */
export function linkPackages(): void;

/** A variable of the environment that a command reads. */
export interface Variable {
  /** The commands that read it. */
  readonly commands: readonly string[];
  /** What it is for. */
  readonly says: string;
}

/** The commands that fetch what has an address. */
const fetching = [
  ...["generate", "check", "update", "watch", "inspect"],
  ...["diff", "validate"],
] as const;

/** The variables of the environment that the commands read, by their names. */
export const variables: Readonly<Record<string, Variable>> = {
  MCP_CLIENT_SECRET: {
    commands: ["call"],
    says: "The secret of a client that you registered by hand, beside --client-id. It is not kept.",
  },
  XDG_CONFIG_HOME: {
    commands: ["call"],
    says: "Where logins are kept and settings of applications are looked for, outside of Windows: ~/.config without it.",
  },
  HOME: {
    commands: ["call", "update"],
    says: "Your folder, outside of Windows: entries of servers are looked for in it, and without XDG_CACHE_HOME the cache is.",
  },
  USERPROFILE: {
    commands: ["call", "update"],
    says: "Your folder on Windows.",
  },
  APPDATA: {
    commands: ["call"],
    says: "Where logins are kept and settings of applications are looked for on Windows.",
  },
  PATH: {
    commands: ["call"],
    says: "Where programs are looked for. A word that names one is a command line.",
  },
  BROWSER: {
    commands: ["call"],
    says: "What opens the page of a login, outside of Windows: commands parted by colons, %s for the address, none for no browser.",
  },
  CI: {
    commands: ["call"],
    says: "Set to anything but 0 or false: no browser is opened.",
  },
  DISPLAY: {
    commands: ["call"],
    says: "On Linux no browser is opened without it or WAYLAND_DISPLAY.",
  },
  WAYLAND_DISPLAY: {
    commands: ["call"],
    says: "On Linux no browser is opened without it or DISPLAY.",
  },
  SSH_CONNECTION: {
    commands: ["call"],
    says: "Set, like SSH_TTY and SSH_CLIENT, where you work over ssh: no browser is opened, and you are told how to forward the port.",
  },
  SSH_TTY: { commands: ["call"], says: "As SSH_CONNECTION." },
  SSH_CLIENT: { commands: ["call"], says: "As SSH_CONNECTION." },
  SYSTEMROOT: {
    commands: ["call"],
    says: "Where Windows is: C:\\Windows without it.",
  },
  GH_TOKEN: {
    commands: ["update"],
    says: "The token that the API of the code host gets, and nobody else. It goes before GITHUB_TOKEN, and is never printed.",
  },
  GITHUB_TOKEN: {
    commands: ["update"],
    says: "As GH_TOKEN: a job on GitHub has one.",
  },
  GITHUB_API_URL: {
    commands: ["update"],
    says: "The API of your own code host: https://api.github.com without it. A token goes there by HTTPS alone.",
  },
  GITHUB_SERVER_URL: {
    commands: ["update"],
    says: "Where a person sees that code host: addresses of its pages name repositories, and news link to them.",
  },
  GITHUB_OUTPUT: {
    commands: ["update"],
    says: "The file for what --format github hands to later steps: changed, title and body.",
  },
  GITHUB_STEP_SUMMARY: {
    commands: ["update"],
    says: "The file for the summary of --format github.",
  },
  GITHUB_WORKSPACE: {
    commands: ["update"],
    says: "The root of the repository: annotations of --format github count paths from there.",
  },
  XDG_CACHE_HOME: {
    commands: ["update"],
    says: "Where answers are kept, in a folder mcp-gen: ~/.cache without it. What is there may be deleted.",
  },
  HTTPS_PROXY: {
    commands: fetching,
    says: "The proxy for addresses with https:, in upper or lower case.",
  },
  HTTP_PROXY: {
    commands: fetching,
    says: "The proxy for addresses with http:, and for others where HTTPS_PROXY is not set.",
  },
  NO_PROXY: {
    commands: fetching,
    says: "The hosts that need no proxy, parted by commas.",
  },
  npm_config_user_agent: {
    commands: ["init"],
    says: "Set by the package manager that runs mcp-gen: init uses the same one.",
  },
};

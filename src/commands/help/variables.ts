/** A variable of the environment that a command reads. */
export interface Variable {
  /** The commands that read it. */
  readonly commands: readonly string[];
  /** What it is for. */
  readonly says: string;
}

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
    commands: ["call"],
    says: "Your folder, outside of Windows: entries of servers are looked for in it.",
  },
  USERPROFILE: { commands: ["call"], says: "Your folder on Windows." },
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
  npm_config_user_agent: {
    commands: ["init"],
    says: "Set by the package manager that runs mcp-gen: init uses the same one.",
  },
};

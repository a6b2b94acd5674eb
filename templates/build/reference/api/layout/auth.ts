import type { ApiPage } from "./api-page.ts";

/** Authorization. */
export const authPages: readonly ApiPage[] = [
  {
    path: "api/auth.md",
    title: "Client with OAuth",
    intro:
      "Logs a client in, and keeps its tokens fresh. The guide is [Authorization](../../guides/authorization.md).",
    modules: ["src/runtime/auth/index.ts"],
    sections: [
      {
        title: "Log in",
        names: [
          "oauth",
          "OAuthOptions",
          "OAuth",
          "BegunLogin",
          "FinishedLogin",
        ],
      },
      {
        title: "Programs without a person",
        names: ["clientCredentials", "workload", "enterprise", "Machine"],
      },
      {
        title: "Stores",
        names: ["memoryStore", "AuthStore"],
      },
      {
        title: "Errors",
        names: ["AuthorizationError", "AuthorizationReason", "TokenError"],
      },
    ],
    rest: "Types",
  },
  {
    path: "api/auth-node.md",
    title: "Client with OAuth, on Node",
    intro:
      "The login of a program at a terminal, a store in a file, and a fetch for public addresses.",
    modules: ["src/runtime/auth/node.ts"],
    sections: [
      {
        title: "Names",
        names: [
          "terminal",
          "TerminalOptions",
          "fileStore",
          "FileStoreOptions",
          "publicFetch",
          "PublicFetchOptions",
        ],
      },
      {
        title: "Errors",
        names: ["TerminalLoginError", "LoginFailure", "FileStoreError"],
      },
    ],
  },
  {
    path: "api/auth-server.md",
    title: "Protected server",
    intro:
      "Lets those in who show a token. The guide is [Authorization](../../guides/authorization.md).",
    modules: ["src/runtime/auth/server.ts"],
    sections: [
      { title: "Protect", names: ["protect", "ProtectOptions", "Protection"] },
      {
        title: "Scopes",
        names: [
          "scopesOf",
          "hideWithoutScopes",
          "ScopeHierarchy",
          "Operation",
          "OperationScopes",
          "NeededScopes",
          "AskedScopes",
          "GrantedScopes",
        ],
      },
      {
        title: "Verifiers",
        names: [
          "Verifier",
          "TokenRequest",
          "Verified",
          "Rejected",
          "ProofVerifier",
          "ProofRequest",
          "Proved",
          "Unproved",
        ],
      },
    ],
    rest: "Metadata",
  },
  {
    path: "api/auth-jwt.md",
    title: "Verify JSON Web Tokens",
    intro:
      "A verifier for [`protect`](auth-server.md#protect). Needs the package `jose`.",
    modules: ["src/runtime/auth/jwt.ts"],
    sections: [
      {
        title: "Names",
        names: ["jwt", "JwtOptions", "TokenIssuer", "KeyLocation", "TokenInfo"],
      },
    ],
    rest: "Proof of possession",
  },
  {
    path: "api/auth-introspection.md",
    title: "Verify by introspection",
    intro:
      "A verifier for [`protect`](auth-server.md#protect): it asks the authorization server. Needs the package `oauth4webapi`.",
    modules: ["src/runtime/auth/introspection.ts"],
    sections: [],
    rest: "Names",
  },
];

import type {
  InputErrorCode,
  UsageErrorCode,
} from "../../../../src/base/diagnostics/error.ts";
import type { Failure } from "../../../../src/cli/call/failure.ts";
import type { SchemaErrorCode } from "../../../../src/schema/json-schema/error.ts";
import type { OutputErrorCode } from "../../../../src/emit/output/index.ts";
import type { AuthorizationReason } from "../../../../src/runtime/auth/client/errors.ts";
import type { LoginFailure } from "../../../../src/runtime/auth/node/terminal/terminal-login-error.ts";

export const usageCures: Readonly<Record<UsageErrorCode, string>> = {
  "nothing-to-do": "Name a revision, such as `2025-11-25`, or `all`.",
  "unknown-revision":
    "`mcp-gen list` has the ids. For your own schema give `--schema` and `--revision`.",
  "duplicate-revision": "Name it once.",
  "unsafe-revision": "Use letters, digits, and `.`, `_`, `-` between them.",
  "invalid-extension":
    "An identifier is a reversed domain, a slash and a name, as `com.example/widgets`. The name becomes a folder and a member, so it cannot be one that servers and clients have.",
  "unknown-extension":
    "Name the schema of one that is not bundled: `--extension com.example/widgets=widgets.ts`.",
  "duplicate-extension":
    "Name it once. Where two have the same last part, rename one.",
  "unpaired-schema":
    "Give one `--revision` for each `--schema`, in the same order. Without any, each schema has to export a `LATEST_PROTOCOL_VERSION`.",
  "unknown-subject":
    "`mcp-gen inspect <revision>` lists methods; the hint has the nearest name.",
  "invalid-option": "The message says what the option takes.",
  "unknown-server":
    "Name a command line in quotes, a URL, or an entry of an `mcp.json`.",
  "unknown-method": "Correct the name. `--as-is` sends it all the same.",
  "unknown-tool": "`mcp-gen call <server>` lists what there is.",
  "unknown-argument": "Correct the name. `--as-is` sends it all the same.",
  "missing-argument": "Add `--arg name=value`.",
  "invalid-argument":
    "Write the value as the schema wants it. `--text` gives text whatever it looks like.",
};

export const inputCures: Readonly<Record<InputErrorCode, string>> = {
  unreadable: "Check the path and who may read it.",
  "fetch-failed": "Check the address, or download the file and give its path.",
  unreachable:
    "Check the network. `HTTPS_PROXY` and `NO_PROXY` are used. `update --offline` needs none.",
  "rate-limited":
    "Wait until the time that the message names, or set `GITHUB_TOKEN`: with one, more requests are taken.",
  "not-published": "Check the name. A private repository needs `GITHUB_TOKEN`.",
  "digest-mismatch":
    "Restore a kept file that was edited, or take what is published now with `mcp-gen update`. If it comes of fetching, something between alters what is sent.",
  "too-large":
    "Give the schema.ts itself. For a recording, raise `--max-line`.",
  "not-utf8": "Save the file as UTF-8.",
  "invalid-schema":
    "Mend what the [diagnostics](diagnostics.md#in-a-schema) tell.",
  "invalid-model":
    "Give a file of the format [protocol.json](protocol-json.md), of a version that this mcp-gen reads.",
  "invalid-facts":
    "Compare it with [the format of facts](../guides/own-schemas.md).",
  "invalid-config": "Mend the file at the place that the message names.",
  "invalid-lock":
    "Restore the file from version control. Or remove it, and run `mcp-gen update`.",
  "lock-mismatch":
    "Run `mcp-gen update`, or take back what the configuration says anew.",
  "invalid-description":
    "Mend the file at the place that the message names, or have it written anew.",
};

export const schemaCures: Readonly<Record<SchemaErrorCode, string>> = {
  "invalid-schema": "Mend the schema at the place that `path` names.",
  "schema-too-large": "Simplify it, or split it into several schemas.",
  "unknown-vocabulary":
    "Write it in 2020-12, 2019-09, draft-07, draft-06 or draft-04, without `$vocabulary` and `$dynamicRef`.",
  "remote-reference":
    "Put what it refers to into its own `$defs`. Nothing is ever fetched.",
  "missing-reference": "Correct the `$ref`, or add what it leads to.",
  "endless-reference": "Let one of the references lead to a schema.",
};

export const outputCures: Readonly<Record<OutputErrorCode, string>> = {
  "not-a-folder": "Name another `--out`.",
  "in-the-way":
    "Move your files, or name another `--out`. They are never replaced.",
  edited: "Keep your edits elsewhere, then run `generate --force`.",
  "broken-manifest":
    "Restore `mcp-gen.manifest.json` from version control. Or delete it together with the generated files.",
  "unsafe-path": "Remove the link, or name another `--out`.",
  "path-collision": "Rename one of the revisions.",
  "not-permitted": "Give the user of this process the permission.",
  "no-space": "Make room. What was there is as it was.",
  busy: "Wait for the other run. If there is none, remove the lock that the hint names.",
  "not-written": "Read `cause`.",
};

export const callCures: Readonly<Record<Failure["code"], string>> = {
  "server-error": "Look up `rpcCode` [above](#codes-of-the-protocol).",
  "no-connection":
    "Run the command by itself, or open the address, and see what happens.",
  "http-error": "The same as for [HttpError](#httperror).",
  "no-login":
    "Run it at a terminal, give `--login`, or give a token with `--header`.",
  "not-revoked": "Revoke the login at the authorization server.",
  timeout: "`--timeout` gives the server more time, in seconds.",
  cancelled: "Nothing.",
  "invalid-answer": "The server has to be mended: tell who wrote it.",
  "invalid-option": "The message says which option, and why.",
};

export const authorizationCures: Readonly<Record<AuthorizationReason, string>> =
  {
    "login-required": "Send the person to the URL that `begin` gives.",
    denied: "Ask again only when the person wants it.",
    "login-failed": "Let the person try again; `cause` says what happened.",
    "mixed-up": "Begin a new login. Nobody was logged in.",
    "unsafe-address":
      "Use `https:`. For trying it on this machine, set `allowLoopback: true`.",
    discovery:
      "The server has to publish its metadata, with an `authorization_servers` that can be read.",
    unsupported:
      "The authorization server has to be configured, such as with PKCE and S256.",
    registration: "Register a client by hand, and give `client: { id }`.",
    token: "See [TokenError](#tokenerror).",
    unreachable: "Try again later; check network and proxy.",
    store: "Mend the store; `cause` is what it threw.",
  };

export const loginCures: Readonly<Record<LoginFailure, string>> = {
  timeout: "Try again, and finish in the browser in time.",
  port: "Free the port, or give another one.",
  url: "The authorization server has to be mended.",
  ended: "Nothing, where you ended it.",
};

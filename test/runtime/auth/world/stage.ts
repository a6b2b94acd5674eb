import { oauth } from "../../../../src/runtime/auth/index.ts";
import {
  followLogin,
  startAuthorizationServer,
  startResource,
  startScripted,
  type AuthorizationServer,
  type FollowedLogin,
  type Told,
} from "../../../support/auth/index.ts";
import type { FollowOptions } from "../../../support/auth/login.ts";
import type { AuthorizationServerOptions } from "../../../support/auth/options.ts";
import type {
  ProtectedResource,
  ResourceOptions,
} from "../../../support/auth/resource.ts";
import type { ScriptedHttp } from "../../../support/auth/scripted-http.ts";
import { connected } from "./life.ts";

export interface Scene {
  readonly server: AuthorizationServer;
  readonly resource: ProtectedResource;
  /** Another origin, which answers everything with 200 and should never see a secret. */
  readonly thief: ScriptedHttp;
  readonly login: FollowedLogin;
}

export interface Staged {
  readonly server?: AuthorizationServerOptions;
  readonly resource?: Partial<ResourceOptions>;
  readonly login?: FollowOptions;
  /** Turns one of them bad. */
  readonly twist?: (scene: Scene) => void;
}

/** An authorization server, a resource and a thief; somebody of them is up to no good. */
export async function stage({
  server,
  resource,
  login,
  twist,
}: Staged): Promise<Scene & { attempt(): Promise<unknown> }> {
  const authorizationServer = await startAuthorizationServer(server);
  const scene: Scene = {
    server: authorizationServer,
    resource: await startResource({
      authorizationServers: [authorizationServer],
      ...resource,
    }),
    thief: await startScripted(() => ({ body: {} })),
    login: followLogin(login),
  };
  twist?.(scene);
  const auth = oauth({ login: scene.login, allowLoopback: true });
  return {
    ...scene,
    attempt: async () =>
      (await connected("either", scene.resource.url, auth)).call("whoami"),
  };
}

/** Another place for the one redirect, with the whole of what was asked. */
export const redirect = (to: string, status: number): Told => ({
  status,
  headers: { location: to },
});

export function bodyOf(told: Told): Record<string, unknown> {
  if (typeof told === "function" || typeof told.body !== "object")
    throw new Error("it says nothing");
  return { ...told.body };
}

/** Writes for as long as somebody reads. */
export const endless: Told = (response) => {
  response.writeHead(200, { "content-type": "application/json" });
  const more = (): void => {
    while (!response.destroyed && response.write(" ".repeat(65_536)));
  };
  response.on("drain", more);
  more();
};

export function put(url: URL, name: string, value: string | undefined): URL {
  url.searchParams.delete(name);
  if (value !== undefined) url.searchParams.set(name, value);
  return url;
}

/** All that an error shows, with its causes. */
export function inWhole(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause, stack = "" } = error;
  return `${stack} ${JSON.stringify(error)} ${cause === undefined ? "" : inWhole(cause)}`;
}

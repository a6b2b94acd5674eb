import { expect, onTestFinished, test, vi } from "vitest";
import { createClient as createHandshakeClient } from "../../../../generated/2025-11-25/index.ts";
import { createClient } from "../../../../generated/index.ts";
import { oauth, type HttpAuth } from "../../../../src/runtime/auth/index.ts";
import { httpTransport } from "../../../../src/runtime/http-client.ts";
import {
  followLogin,
  startAuthorizationServer,
} from "../../../support/auth/index.ts";
import { faces, note, startNotes } from "./notes.ts";
import { patient } from "../../wait.ts";

type Hears = (url: string, auth: HttpAuth, heard: string[]) => Promise<void>;

const info = { name: "listener", version: "1.0.0" };

const inSession: Hears = async (url, auth, heard) => {
  const client = createHandshakeClient({
    info,
    onError() {},
    handlers: { resourceUpdated: ({ uri }) => void heard.push(uri) },
  });
  onTestFinished(() => client.close());
  await client.connect(httpTransport({ url, auth }));
  await client.subscribe({ uri: note });
};

const stateless: Hears = async (url, auth, heard) => {
  const client = createClient({
    info,
    onError() {},
    handlers: { resourceUpdated: ({ uri }) => void heard.push(uri) },
  });
  onTestFinished(() => client.close());
  await client.connect(httpTransport({ url, auth }));
  // A subscription that ends tells so, and is the program's to begin anew.
  const listen = async (): Promise<void> => {
    const { closed } = await client.listen({ resourceSubscriptions: [note] });
    void closed.then((error) => error && listen());
  };
  await listen();
};

const ways = [
  ["a session", inSession],
  ["a subscription of its own", stateless],
] as const;

test.each(
  faces.flatMap((face) =>
    ways.map(([name, hears]) => [name, face, hears] as const),
  ),
)(
  "who hears of a note in %s goes on when the token is over, on the %s face, and no person is asked",
  async (_, face, hears) => {
    const server = await startAuthorizationServer({ expiresIn: 2 });
    const notes = await startNotes(server, face, { clockSkewMs: 0 });
    const login = followLogin();
    const auth = oauth({ login, allowLoopback: true });
    const heard: string[] = [];
    await hears(notes.url, auth, heard);
    await vi.waitFor(() => {
      notes.touch();
      expect(heard).toContain(note);
    }, patient);
    const before = server.granted("refresh_token").length;
    // The stream ends with its token, and the client comes back with another.
    await vi.waitFor(
      () =>
        expect(server.granted("refresh_token").length).toBeGreaterThan(before),
      patient,
    );
    heard.length = 0;
    await vi.waitFor(
      () => {
        notes.touch();
        expect(heard).toContain(note);
      },
      { ...patient, interval: 200 },
    );
    expect(login.visits).toHaveLength(1);
  },
);

import { createContexts } from "./server-context.ts";
import { devWarnings } from "./dev-warnings.ts";
import {
  createDialect,
  offer,
  type Dialect,
  type Offer,
  type Together,
} from "../peer/dialect.ts";
import { bindHandlers } from "../peer/handlers.ts";
import type { Identity } from "../peer/identity.ts";
import type { CreateContext } from "../peer/record.ts";
import type { IsForeign } from "../protocol/revision/foreign.ts";
import type {
  ProtocolTable,
  SpokenRevision,
} from "../protocol/revision/protocol-table.ts";
import { pickRevisions } from "../protocol/revision/spoken.ts";
import { sentChecks } from "../protocol/revision/sent.ts";
import type { NoticeRates } from "../protocol/timers/notices.ts";

/** Options that all revisions of a server share. */
export interface RevisionOptions {
  /** Names of the revisions to support. Default: all. */
  readonly names: readonly string[] | undefined;
  /** Newest revision without extensions: handlers are written against it. */
  readonly newest: SpokenRevision;
  readonly identity: Identity;
  /** Handlers of the server's user, by their names. */
  readonly handlers: object;
  /** Other handlers and features of the server, for all revisions. */
  readonly offers: readonly Offer[];
  readonly rates: NoticeRates;
  /** True if messages are validated before they are sent. */
  readonly checksSent: boolean;
  readonly isForeign: IsForeign;
  readonly joined: Together | undefined;
}

/** Revision that a server supports. */
export interface ServerRevision {
  readonly table: ProtocolTable;
  /** The revision with the server's handlers, which are bound on first use. */
  readonly dialect: Dialect;
  /** Binds the handlers again, after features were added. */
  refresh(): void;
}

/**
 * Creates the revisions that a server supports, with its extensions. A revision is bound on
 * first use, since most processes use one. Throws a TypeError for unknown names.
 */
export function createServerRevisions(
  all: readonly SpokenRevision[],
  options: RevisionOptions,
): ServerRevision[] {
  const { names, newest, identity, handlers, offers, ...manner } = options;
  let createContext: CreateContext | undefined;
  const bind = (revision: SpokenRevision): [Dialect, readonly Offer[]] => {
    // Contexts have the methods of the newest revision in every revision.
    createContext ??= (devWarnings().watchedContexts ?? createContexts)(
      newest.table,
    );
    // Older revisions cannot be validated against additions of extensions to the newest.
    const checked = revision === all[0] ? revision : newest;
    const sent = options.checksSent ? sentChecks(revision, checked) : undefined;
    const dialect = createDialect(revision, "server", identity, {
      ...manner,
      createContext,
      sent,
    });
    const own = { handlers: bindHandlers(revision.table, handlers) };
    return [dialect, [own, ...offers]];
  };
  return pickRevisions(all, names).map((revision) => {
    let bound: ReturnType<typeof bind> | undefined;
    return {
      table: revision.table,
      get dialect() {
        if (bound === undefined) {
          bound = bind(revision);
          offer(...bound);
        }
        return bound[0];
      },
      refresh() {
        if (bound) offer(...bound);
      },
    };
  });
}

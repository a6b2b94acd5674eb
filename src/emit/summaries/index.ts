import { pageAddress } from "../../schema/model/paths/page.ts";
import type {
  Declaration,
  NotificationMethod,
  Protocol,
} from "../../schema/model/index.ts";

/** What a reader needs to know where the schema's own prose is not at hand. */
export interface DocSummary {
  readonly text?: string | undefined;
  /** The page that says more. */
  readonly link?: string;
}

/** The summary of a method: what it is for, as its schema says or as we do, and its page. */
export function methodSummary(
  message: NotificationMethod,
  protocol: Protocol,
): DocSummary {
  const declared = protocol.declarations.find(
    ({ name }) => name === message.type,
  );
  const purpose =
    declared?.comment?.text ?? protocol.descriptions?.[message.method];
  const method = `\`${message.method}\``;
  const text = purpose === undefined ? method : `${method}: ${purpose}`;
  return { text, ...linkTo(message.page, message.method, protocol) };
}

/** The summary of a declared type, where there is something to say of it. */
export function typeSummary(
  declaration: Declaration,
  protocol: Protocol,
): DocSummary {
  const { name } = declaration;
  const text = protocol.descriptions?.[name] ?? messageText(name, protocol);
  return {
    ...(text === undefined ? {} : { text }),
    ...typeLink(declaration, protocol),
  };
}

/** What is to be said of a message's type, of its params and of its result. */
export function messageText(
  name: string,
  protocol: Protocol,
): string | undefined {
  for (const request of protocol.requests) {
    const method = `\`${request.method}\``;
    if (request.type === name) return methodSummary(request, protocol).text;
    if (`${request.type}Params` === name) return `The params of ${method}.`;
    const result = request.results.at(-1)?.name;
    if (result === name) return `What answers ${method}.`;
    if (`${result}Response` === name) return `The response to ${method}.`;
  }
  for (const notification of protocol.notifications) {
    if (notification.type === name)
      return methodSummary(notification, protocol).text;
    if (`${notification.type}Params` === name)
      return `The params of \`${notification.method}\`.`;
  }
  return undefined;
}

function typeLink(declaration: Declaration, protocol: Protocol): DocSummary {
  const { name, kind, internal } = declaration;
  const { types } = protocol.pages;
  const isAdded = protocol.extensions?.some(({ declarations }) =>
    declarations.includes(name),
  );
  const isListed = kind !== "constant" && internal !== true && isAdded !== true;
  if (types !== undefined && isListed)
    return linkTo(`${types}#${name.toLowerCase()}`, name, protocol);
  const method = [...protocol.requests, ...protocol.notifications].find(
    ({ type }) => type === name,
  );
  return linkTo(method?.page, method?.method ?? name, protocol);
}

function linkTo(
  page: string | undefined,
  label: string,
  { pages }: Protocol,
): DocSummary {
  return page === undefined
    ? {}
    : { link: `{@link ${pageAddress(pages, page)} | ${label}}` };
}

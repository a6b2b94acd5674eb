import {
  openBrowser,
  thisSystem,
} from "../../../runtime/auth/node/terminal/browser.ts";
import type { JsonObject } from "../../../runtime/protocol/message.ts";
import type { Asker } from "./asker.ts";
import { untilEnd, type FormAnswer } from "./form.ts";
import { foreignWords } from "../print/foreign.ts";

/** In characters: nobody agrees to a page of which they see a part. */
const maxAddress = 8_192;

/**
 * Asks a person whether they want to go to a page of the server's choice: the whole
 * address is shown before, and opened by nobody but them.
 *
 * @see {@link https://modelcontextprotocol.io/specification/draft/client/elicitation | Elicitation: Safe URL Handling}
 */
export async function visitPage(
  { message, url }: JsonObject,
  asker: Asker,
): Promise<FormAnswer> {
  const { prompter, signal } = asker;
  const address = String(url);
  asker.say(`${asker.serverName()} asks:`);
  asker.show(String(message));
  if (address.length > maxAddress) {
    asker.say("The page has an address too long to show, and is not opened.");
    return { action: "decline" };
  }
  asker.say("The page:");
  asker.show(address);
  if (!prompter) return { action: "cancel" };
  return untilEnd(asker, async () => {
    const { host } = new URL(address);
    const isWanted = await prompter.confirm({
      message: `Open this page of ${foreignWords(host)}?`,
      ...{ default: false, signal },
    });
    if (!isWanted) return { action: "decline" };
    const isOpen =
      asker.opensBrowser && (await openBrowser(address, thisSystem()));
    if (!isOpen) asker.say("No browser was opened: open the address above.");
    return { action: "accept" };
  });
}

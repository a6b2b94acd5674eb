import { code } from "../fixed/dispatch.ts";
import { fixedItem } from "../print/fixed-item.ts";

import { code as forms } from "../fixed/message-form.ts";
import { code as conditions } from "../fixed/result-condition.ts";
import type { Item } from "../print/module.ts";

/** What a message is, and which entry of the tables it belongs to. */
export function dispatchFunctions(): Item[] {
  const { classify, isRequestMethod, isNotificationMethod, chooseResult } =
    code;
  return [
    ...[classify, isRequestMethod, isNotificationMethod, chooseResult].map(
      (one) => fixedItem(one, true),
    ),
    ...[forms.MessageForm, forms.messageForm, conditions.isMeant].map((one) =>
      fixedItem(one, false),
    ),
  ];
}

import {
  resource,
  resourceTemplate,
  type Feature,
} from "../../../generated/index.ts";
import { png } from "./media.ts";

export const resources: readonly Feature[] = [
  resource(
    "test://static-text",
    {
      name: "static-text",
      description: "A text that stays",
      mimeType: "text/plain",
    },
    () => "This is the content of the static text resource.",
  ),
  resource(
    "test://static-binary",
    {
      name: "static-binary",
      description: "An image that stays",
      mimeType: "image/png",
    },
    () => ({ blob: png }),
  ),
  resource(
    "test://watched-resource",
    {
      name: "watched-resource",
      description: "A text that may change",
      mimeType: "text/plain",
    },
    () => "This is the content of the watched resource.",
  ),
  resourceTemplate(
    "test://template/{id}/data",
    {
      name: "template",
      description: "What there is under an id",
      mimeType: "application/json",
    },
    ({ id }) =>
      JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
  ),
];

import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

/** What tools, resources, prompts and content have in common. */
export const metadataDescriptions: readonly DescriptionFact[] = describes(
  "schema",
  {
    BaseMetadata: "A name for programs, and one for people.",
    "BaseMetadata.name":
      "Which one it is, for programs; shown to people only where there is no `title`.",
    "BaseMetadata.title": "What people see.",
    Icon: "An image that stands for something in a user interface.",
    "Icon.src":
      "Where the image is: a web address, or a `data:` URI. Clients load it only from places that they trust.",
    "Icon.mimeType":
      "Which format the image has, such as `image/png`, where its address does not tell.",
    "Icon.sizes":
      "The sizes that it is good for, such as `48x48`; `any` for one that scales. Left out, it is good for all.",
    "Icon.theme":
      "`light` is made for a light background, `dark` for a dark one. Left out, it suits both.",
    Icons: "Something that can be shown as an image.",
    "Icons.icons": "Images of it; clients take the one that fits best.",
    Annotations: "For whom something is, and how much it matters.",
    "Annotations.audience":
      "`user` is for people, `assistant` for the model; both may be named.",
    "Annotations.priority":
      "From 0, which can be left out, to 1, which must be there.",
    "Annotations.lastModified":
      "When it last changed, such as `2025-06-18T09:30:00Z`.",
    Annotated: "Something that can say whom it is for.",
    "Annotated.annotations": "For whom it is, and how much it matters.",
    "Annotated.annotations.audience":
      "`user` is for people, `assistant` for the model; both may be named.",
    "Annotated.annotations.priority":
      "From 0, which can be left out, to 1, which must be there.",
    Role: "Who speaks: `user` is the person, `assistant` the model.",
  },
);

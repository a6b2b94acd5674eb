import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

const bytes = "The bytes, as base64.";

export const resourceDescriptions: readonly DescriptionFact[] = describes(
  "server/resources",
  {
    Resource: "Something that a server lets a client read.",
    "Resource.uri": "Its address, which `resources/read` takes.",
    "Resource.name": "Which one it is. Shown to people, too.",
    "Resource.description": "What is in it. A model may choose by this.",
    "Resource.mimeType": "Which format it has, such as `text/markdown`.",
    "Resource.annotations": "For whom it is, and how much it matters.",
    "Resource.size":
      "How many bytes it has, before base64. Tells what it would take of a model's context.",
    "Resource._meta": "Data about the resource itself.",
    ResourceTemplate: "A pattern of addresses at which resources can be read.",
    "ResourceTemplate.uriTemplate":
      "A URI Template (RFC 6570), such as `file:///{path}`. Filled in, it is the address to read.",
    "ResourceTemplate.name": "Which one it is. Shown to people, too.",
    "ResourceTemplate.description":
      "What is to be found there. A model may choose by this.",
    "ResourceTemplate.mimeType":
      "The format of what is there, where all of it has the same.",
    "ResourceTemplate.annotations": "For whom it is, and how much it matters.",
    "ResourceTemplate._meta": "Data about the template itself.",
    ResourceContents: "What a resource holds, or a part of it.",
    "ResourceContents.uri": "The address of what this is.",
    "ResourceContents.mimeType": "Which format it has, where it is known.",
    "ResourceContents._meta": "Data about the contents itself.",
    TextResourceContents: "What a resource holds, as text.",
    "TextResourceContents.text": "The text itself.",
    BlobResourceContents: "What a resource holds, as base64.",
    "BlobResourceContents.blob": bytes,
    "ListResourcesResult.resources": "The resources of this page.",
    "ListResourceTemplatesResult.resourceTemplates":
      "The templates of this page.",
    ResourceRequestParams: "Which resource a request is about.",
    "ResourceRequestParams.uri": "The address of the resource.",
    "ReadResourceRequestParams.uri":
      "The address of the resource, listed or of a template.",
    "ReadResourceResult.contents":
      "What is there. More than one where the address stands for several, such as a folder.",
    "SubscribeRequestParams.uri": "The address of the resource to be told of.",
    "UnsubscribeRequestParams.uri":
      "The address of the resource to hear no more of.",
    "ResourceUpdatedNotificationParams.uri":
      "The address of what changed: perhaps a part of what was subscribed to.",
    SubscriptionFilter: "Which changes a client wants to be told of.",
    "SubscriptionFilter.toolsListChanged":
      "`true`: tell when there are other tools.",
    "SubscriptionFilter.promptsListChanged":
      "`true`: tell when there are other prompts.",
    "SubscriptionFilter.resourcesListChanged":
      "`true`: tell when there are other resources.",
    "SubscriptionFilter.resourceSubscriptions":
      "The addresses of the resources to be told of when they change.",
    "SubscriptionsListenRequestParams.notifications":
      "Which changes to be told of. Nothing else comes on this stream.",
    "SubscriptionsAcknowledgedNotificationParams.notifications":
      "What of the changes asked for the server will tell.",
    SubscriptionsListenResultMetaObject: "Says which stream has ended.",
    "SubscriptionsListenResultMetaObject.io.modelcontextprotocol/subscriptionId":
      "The id of the request that opened the stream.",
    "SubscriptionsListenResult._meta": "Says which stream has ended.",
  },
);

import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

const resultMeta =
  "Data about the result that it has no field for. Names that start with `io.modelcontextprotocol/` are reserved.";

/** What every message may carry. */
export const messageDescriptions: readonly DescriptionFact[] = [
  ...describes("basic", {
    JSONValue: "Anything that JSON can hold.",
    JSONObject: "A JSON object.",
    JSONArray: "A JSON array.",
    JSONRPCMessage: "Any single message on the wire.",
    JSONRPCRequest: "A message that wants an answer.",
    "JSONRPCRequest.id": "Comes back with the answer. Never used twice.",
    JSONRPCNotification: "A message that wants no answer.",
    JSONRPCResultResponse: "The answer to a request that went well.",
    "JSONRPCResultResponse.id": "The id of the request that this answers.",
    "JSONRPCResultResponse.result": "What the request came to.",
    JSONRPCErrorResponse: "The answer to a request that failed.",
    "JSONRPCErrorResponse.id":
      "The id of the request that failed; absent where it could not be read.",
    "JSONRPCErrorResponse.error": "Why the request failed.",
    JSONRPCResponse: "The answer to a request.",
    "JSONRPCResponse.id": "The id of the request that this answers.",
    "JSONRPCResponse.result": "What the request came to.",
    JSONRPCError: "The answer to a request that failed.",
    "JSONRPCError.id": "The id of the request that failed.",
    "JSONRPCError.error": "Why the request failed.",
    "JSONRPCError.error.code": "Which error it is; always a whole number.",
    "JSONRPCError.error.message": "One short sentence for whoever reads a log.",
    "JSONRPCError.error.data": "More about the error, in any form.",
    JSONRPCBatchRequest: "Several requests and notifications in one message.",
    JSONRPCBatchResponse: "Several answers in one message.",
    Request: "What every request has.",
    "Request.method": "What is asked for, such as `tools/call`.",
    "Request.params": "What the method needs to know.",
    Notification: "What every notification has.",
    "Notification.method": "What is told, such as `notifications/progress`.",
    "Notification.params": "What there is to tell.",
    Error: "Why a request failed.",
    "Error.code": "Which error it is; always a whole number.",
    "Error.message": "One short sentence for whoever reads a log.",
    "Error.data": "More about the error, in any form.",
    ClientRequest: "Any request that a client sends.",
    ClientNotification: "Any notification that a client sends.",
    ClientResult: "Any result that a client sends.",
    ServerRequest: "Any request that a server sends.",
    ServerNotification: "Any notification that a server sends.",
    ServerResult: "Any result that a server sends.",
    RequestId: "Tells a request from the others in flight.",
    MetaObject:
      "Data about a message that the message itself has no place for.",
    RequestParams: "What the params of every request may carry.",
    "RequestParams._meta": "Data about the request itself.",
    "RequestParams._meta.progressToken":
      "Asks for progress, whose notifications repeat it.",
    "Request.params._meta": "Data about the request itself.",
    "Request.params._meta.progressToken":
      "Asks for progress, whose notifications repeat it.",
    NotificationParams: "What the params of every notification may carry.",
    "NotificationParams._meta": "Data about the notification itself.",
    "Notification.params._meta": "Data about the notification itself.",
    Result: "What every result may carry.",
    "Result._meta": resultMeta,
    "Result.resultType":
      "`complete`, or `input_required` where the server has questions first. Left out, it means `complete`; a server of this package fills it in.",
    ResultType:
      "Which kind of result this is: `complete` ends the request, `input_required` asks before it goes on.",
    EmptyResult: "A result that only says that the request went well.",
    RequestMetaObject: "What a request says of itself and of its client.",
    "RequestMetaObject.progressToken":
      "Asks for progress, whose notifications repeat it.",
    "RequestMetaObject.io.modelcontextprotocol/protocolVersion":
      "The revision that this request is written in. Over HTTP, a header repeats it.",
    "RequestMetaObject.io.modelcontextprotocol/clientInfo":
      "Which program asks. Its own word: good for logs, not for decisions.",
    "RequestMetaObject.io.modelcontextprotocol/clientCapabilities":
      "What the client can do for this one request; a server keeps none of it for the next.",
    "RequestMetaObject.io.modelcontextprotocol/logLevel":
      "The least serious log entry that the client wants of this request. Left out, it gets none.",
    NotificationMetaObject: "What a notification says of itself.",
    "NotificationMetaObject.io.modelcontextprotocol/subscriptionId":
      "The id of the `subscriptions/listen` request whose stream this travels on.",
    ResultMetaObject: "What a result says of itself and of its server.",
    "ResultMetaObject.io.modelcontextprotocol/serverInfo":
      "Which program answered. Its own word: good for logs, not for decisions.",
  }),
  ...describes("server/utilities/pagination", {
    Cursor:
      "Where the next page of a list begins. Only the server that made it can read it.",
    PaginatedRequest: "A request for one page of a list.",
    PaginatedRequestParams: "What the params of every list may carry.",
    "PaginatedRequestParams.cursor":
      "The `nextCursor` of the page before; left out, the list starts at its beginning.",
    PaginatedResult: "What every page of a list may carry.",
    "PaginatedResult.nextCursor":
      "There is more: send it as `cursor` to get the next page. Absent on the last one.",
  }),
  ...describes("server/utilities/caching", {
    CacheableResult: "How long, and for whom, a result may be kept.",
    "CacheableResult.ttlMs":
      "For how many milliseconds the result stays fresh; 0 means that it is asked for anew each time.",
    "CacheableResult.cacheScope":
      "`public` may be kept for everybody, `private` only for whoever asked.",
  }),
];

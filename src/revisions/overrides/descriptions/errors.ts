import type { DescriptionFact } from "../../../schema/overrides/tables.ts";
import { describes } from "./describe.ts";

/** Errors, and what their codes mean. */
export const errorDescriptions: readonly DescriptionFact[] = describes(
  "basic",
  {
    LATEST_PROTOCOL_VERSION: "The revision that these types are of.",
    JSONRPC_VERSION: "The version of JSON-RPC that every message names.",
    PARSE_ERROR: "What came was no JSON.",
    INVALID_REQUEST: "What came was JSON, and no request.",
    METHOD_NOT_FOUND: "The other side does not have this method.",
    INVALID_PARAMS: "The params are not what the method takes.",
    INTERNAL_ERROR: "Something broke on the other side.",
    URL_ELICITATION_REQUIRED:
      "A page has to be visited before the request can be answered.",
    HEADER_MISMATCH: "An HTTP header says something else than the message.",
    MISSING_REQUIRED_CLIENT_CAPABILITY:
      "The request needs a client that can do more.",
    UNSUPPORTED_PROTOCOL_VERSION:
      "The server does not speak the revision that the request is written in.",
    ParseError: "What came was no JSON.",
    InvalidRequestError: "What came was JSON, and no request.",
    MethodNotFoundError: "The other side does not have this method.",
    InvalidParamsError:
      "The params are not what the method takes: an unknown tool, a missing field.",
    InternalError: "Something broke on the other side.",
    HeaderMismatchError: "An HTTP header says something else than the message.",
    "HeaderMismatchError.error": "Says which header does not fit.",
    UnsupportedProtocolVersionError:
      "The server does not speak the revision that the request is written in.",
    "UnsupportedProtocolVersionError.error": "Says what the server does speak.",
    "UnsupportedProtocolVersionError.error.data":
      "What the client needs to choose again.",
    "UnsupportedProtocolVersionError.error.data.supported":
      "The revisions to choose from.",
    "UnsupportedProtocolVersionError.error.data.requested":
      "The revision that the client came with.",
    MissingRequiredClientCapabilityError:
      "The request needs a client that can do more.",
    "MissingRequiredClientCapabilityError.error": "Says what is missing.",
    "MissingRequiredClientCapabilityError.error.data":
      "What the client would have to declare.",
    "MissingRequiredClientCapabilityError.error.data.requiredCapabilities":
      "What the client would have to declare for this request.",
    URLElicitationRequiredError:
      "A page has to be visited before the request can be answered.",
    "URLElicitationRequiredError.error": "Says which pages.",
    "URLElicitationRequiredError.error.data": "The pages to visit.",
    "URLElicitationRequiredError.error.data.elicitations":
      "The pages to visit, each with its own id.",
  },
);

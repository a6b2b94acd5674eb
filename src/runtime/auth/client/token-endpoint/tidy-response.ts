import type { JsonObject } from "../../../protocol/message.ts";
import { jsonObject } from "../discovery/read-json.ts";

/**
 * Normalizes a token response to the standard: drops members that are `null` or
 * empty, treats a token without a type as a bearer token, and an error with a
 * success status as an error. Drops the id token, which would need validation,
 * and the challenge header, which would hide the error.
 */
export async function tidyResponse(response: Response): Promise<Response> {
  const { status, headers } = response;
  const given = jsonObject(await response.text());
  const body = given && tidied(given);
  const isSuccess = status >= 200 && status <= 299;
  if (!body || (!isSuccess && body["error"] === undefined))
    return answer(isSuccess ? 200 : 502, headers, {});
  const isError =
    !isSuccess ||
    (body["access_token"] === undefined && body["error"] !== undefined);
  return isError
    ? answer(400, headers, body)
    : answer(200, headers, { token_type: "Bearer", ...body });
}

function answer(
  status: number,
  headers: Headers,
  body: Readonly<Record<string, unknown>>,
): Response {
  const nonce = headers.get("dpop-nonce");
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      "content-type": "application/json",
      ...(nonce === null ? {} : { "dpop-nonce": nonce }),
    },
  });
}

function tidied({
  id_token: _,
  token_type: type,
  expires_in: expiresIn,
  refresh_token: refresh,
  scope,
  ...others
}: JsonObject): JsonObject {
  const seconds = parseFloat(String(expiresIn));
  const members = {
    ...others,
    token_type: typeof type === "string" ? type.trim() || null : type,
    expires_in: Number.isFinite(seconds) ? Math.max(0, seconds) : null,
    refresh_token: refresh === "" ? null : refresh,
    scope: Array.isArray(scope) ? scope.join(" ") : scope,
  };
  return Object.fromEntries(
    Object.entries(members).filter(([, value]) => value != null),
  );
}

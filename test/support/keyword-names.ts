/** Keywords of JSON Schema, and names of the runtime's own objects, as names of properties. */
export const keywordNames: readonly string[] = [
  ..."$ref $defs $id $schema $anchor $dynamicRef $dynamicAnchor $recursiveRef $comment".split(
    " ",
  ),
  ..."$vocabulary id definitions dependencies additionalItems".split(" "),
  ..."properties patternProperties additionalProperties propertyNames".split(
    " ",
  ),
  ..."unevaluatedProperties unevaluatedItems items prefixItems contains".split(
    " ",
  ),
  ..."allOf anyOf oneOf not if then else dependentSchemas dependentRequired".split(
    " ",
  ),
  ..."type enum const required pattern format default examples title".split(
    " ",
  ),
  ..."description deprecated minimum maxItems uniqueItems minContains".split(
    " ",
  ),
  ..."x-mcp-header comment position name kind".split(" "),
];

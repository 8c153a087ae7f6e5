/** Why an inline schema is no JSON object, in the words of the JSON parser; undefined where it is one. */
export function findSchemaFault(schema: string): string | undefined {
  try {
    JSON.parse(schema);
    return undefined;
  } catch (error) {
    return error instanceof Error ? withoutPosition(error.message) : String(error);
  }
}

/** The parser counts from the schema's beginning, which is no place in the text. */
function withoutPosition(message: string): string {
  const end = message.search(/ (?:in JSON )?at position /);
  return end < 0 ? message : message.slice(0, end);
}

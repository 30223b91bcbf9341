const UNSAFE: Record<string, string> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Makes JSON text harmless inside a `<script>`: no tag, no comment and no line end can be closed from within. */
export function escapeJsonText(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (character) => UNSAFE[character] ?? character);
}

export function jsonForScript(value: unknown): string {
  return escapeJsonText(JSON.stringify(value));
}

const UNSAFE: Record<string, string> = {
  "<": "\\u003c",
  ">": "\\u003e",
  "&": "\\u0026",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Escapes JSON for use inside a `<script>`: it can close no tag, comment or line. */
export function escapeJsonText(json: string): string {
  return json.replace(/[<>&\u2028\u2029]/g, (character) => UNSAFE[character] ?? character);
}

export function jsonForScript(value: unknown): string {
  return escapeJsonText(JSON.stringify(value));
}

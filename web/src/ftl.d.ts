/** A text file of messages/ar, parsed by scripts/ftl.mjs. */
declare module "*.ftl" {
  export const body: import("@fluent/bundle").FluentResource["body"];
}

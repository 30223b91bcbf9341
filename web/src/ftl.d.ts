/** A text file of messages/ar, made into code by scripts/ftl.mjs. */
declare module "*.ftl" {
  export const texts: Record<string, string | ((args: Record<string, string | number>) => string)>;
}

import { jsonForScript } from "../renderer/escape";

type Props = { value: unknown; id?: string } & Record<`data-${string}`, string>;

/** What scripts of the page read. It runs nothing. */
export function JsonScript({ value, ...attributes }: Props) {
  return (
    <script
      {...attributes}
      type="application/json"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON, escaped for a script
      dangerouslySetInnerHTML={{ __html: jsonForScript(value) }}
    />
  );
}

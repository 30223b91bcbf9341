import { jsonForScript } from "../renderer/escape";

type Props = { value: unknown; id?: string } & Record<`data-${string}`, string>;

/** JSON data for other scripts of the page. */
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

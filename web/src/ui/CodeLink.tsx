/** A link whose text is a number or a Latin name. */
export function CodeLink({ code, url }: { code: string | null; url: string | null }) {
  return (
    <a href={url ?? undefined}>
      <bdi dir="ltr">{code}</bdi>
    </a>
  );
}

import * as checkoutText from "../generated/messages/checkout";

/** Opens beside the page: what was typed into it stays. A shop without such a page only names them. */
export function TermsLink({ url }: { url: string }) {
  const name = checkoutText.terms();
  if (url === "") return name;
  return (
    <a href={url} target="_blank" rel="noopener">
      {name}
    </a>
  );
}

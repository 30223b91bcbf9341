import * as checkoutText from "../generated/messages/checkout";

/** Opens in a new tab, so that typed input is not lost. Without a terms page it is plain text. */
export function TermsLink({ url }: { url: string }) {
  const name = checkoutText.terms();
  if (url === "") return name;
  return (
    <a href={url} target="_blank" rel="noopener">
      {name}
    </a>
  );
}

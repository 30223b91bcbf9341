import type { ProofFileView } from "../generated/checkout";
import controls from "../ui/controls.module.css";

type Props = { files: Array<ProofFileView>; label: string };

/** Files that were sent as proofs. A link downloads one; nothing opens in the browser. */
export function ProofFiles({ files, label }: Props) {
  return (
    <ul aria-label={label}>
      {files.map(({ name, url, note }, index) => (
        <li key={index}>
          {url ? (
            <a className={controls.link} href={url} download="">
              <bdi>{name}</bdi>
            </a>
          ) : (
            <bdi>{name}</bdi>
          )}
          {note && <span> {note}</span>}
        </li>
      ))}
    </ul>
  );
}

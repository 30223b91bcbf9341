import type { FileView } from "../generated/accounts";
import { Icon } from "../ui/Icon";

/** Copies of somebody's own data: to be fetched, or still being made. */
export function FileList({ files }: { files: Array<FileView> }) {
  return (
    <ul className="files">
      {files.map(({ label, url, state }, index) => (
        <li key={index}>
          <Icon name="file" />
          <span className="files__name">{label}</span>
          {url ? (
            <a className="link" href={url} download="" aria-label={`${state} ${label}`}>
              <Icon name="download" size="s" />
              {state}
            </a>
          ) : (
            <span className="badge">{state}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

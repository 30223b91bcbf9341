import type { CategoryTile } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import styles from "./CategoryTiles.module.css";
import { Picture } from "./Picture";

export function CategoryTiles({ tiles }: { tiles: Array<CategoryTile> }) {
  return (
    <ul className={styles.cats}>
      {tiles.map(({ name, url, count, picture }) => (
        <li key={url} className={styles.cat}>
          <a href={url}>
            <Picture {...picture} alt="" sizes="(min-width: 1024px) 17vw, (min-width: 767px) 33vw, 50vw" />
            <span className={styles.name}>
              {name} <small>{catalogText.productCount({ count })}</small>
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}

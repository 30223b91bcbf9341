import { type MouseEvent, type ToggleEvent, useState } from "react";
import type { FilterOption, FilterView, ListingPageView } from "../generated/catalog";
import * as catalogText from "../generated/messages/catalog";
import * as commonText from "../generated/messages/common";
import controls from "../ui/controls.module.css";
import { Icon } from "../ui/Icon";
import { FilterGroup } from "./FilterGroup";
import styles from "./FilterPanel.module.css";
import { PriceRange } from "./PriceRange";
import { useNarrowing } from "./use-narrowing";

/** The id of the popover that the button on small screens opens. */
export const FILTERS = "filters";

export type FilterPanelView = Pick<
  ListingPageView,
  "filters" | "priceRange" | "chips" | "clearUrl" | "count" | "url"
>;

/** Beside the list on wide screens, where each option loads its page; below that a sheet that stays open. */
const SHEET = "(max-width: 1023.98px)";
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

const optionOf = (view: FilterPanelView, group: string, label: string): FilterOption | undefined =>
  view.filters.find(({ name }) => name === group)?.options.find((option) => option.label === label);

/**
 * The filters of a listing. Each option is a link to the listing with it. In the sheet of small screens a tick reads that
 * listing and shows how many products it has; the last button goes there.
 */
export function FilterPanel(first: FilterPanelView) {
  const { shown, isBusy, hasFailed, isNarrowed, narrow, undo, reset } = useNarrowing(first);
  const [waiting, setWaiting] = useState<ReadonlyArray<string>>([]);
  const { filters, priceRange, chips, clearUrl, count, url } = shown;

  const tick = (event: MouseEvent, group: string, label: string) => {
    if (!matchMedia(SHEET).matches || !isPlainClick(event)) return;
    event.preventDefault();
    const key = `${group} ${label}`;
    setWaiting((now) => [...now, key]);
    // By name: the addresses of a tick before this one may not have arrived yet.
    void narrow((view) => optionOf(view, group, label)?.url).finally(() =>
      setWaiting((now) => now.filter((other) => other !== key)),
    );
  };
  const clear = (event: MouseEvent) => {
    if (!matchMedia(SHEET).matches || !isPlainClick(event)) return;
    event.preventDefault();
    void narrow((view) => view.clearUrl);
  };
  const leave = ({ newState, target, currentTarget }: ToggleEvent) => {
    // A group that is folded is not the sheet.
    if (newState === "closed" && target === currentTarget) reset();
  };
  const isCategory = ({ name }: FilterView) => name === "category";
  const groups = (some: Array<FilterView>) =>
    some.map((filter) => (
      <FilterGroup
        key={filter.name}
        filter={filter}
        isTicked={({ label, selected }) => selected !== waiting.includes(`${filter.name} ${label}`)}
        onTick={(event, { label }) => tick(event, filter.name, label)}
      />
    ));
  const result = isBusy ? commonText.updating() : catalogText.filterShow({ count });

  return (
    <aside
      className={styles.panel}
      id={FILTERS}
      popover="auto"
      aria-label={catalogText.filterLabel()}
      onToggle={leave}
      suppressHydrationWarning
    >
      <div className={styles.head}>
        <h2>{catalogText.filter()}</h2>
        {chips.length > 0 && (
          <a className={controls.link} href={clearUrl} onClick={clear}>
            {catalogText.filterClear()}
          </a>
        )}
        <button type="button" className={controls.iconBtn} popoverTarget={FILTERS} popoverTargetAction="hide">
          <Icon name="x" />
          <span className="sr">{catalogText.close()}</span>
        </button>
      </div>
      <div className={styles.body}>
        {groups(filters.filter(isCategory))}
        {priceRange && (
          <PriceRange
            range={priceRange}
            onPrices={(address) => {
              if (matchMedia(SHEET).matches) void narrow((view) => address(view.priceRange ?? priceRange));
            }}
          />
        )}
        {groups(filters.filter((filter) => !isCategory(filter)))}
      </div>
      <div className={styles.foot}>
        {count === 0 && !isBusy && (
          <p className={styles.none}>
            {catalogText.filterNone()}{" "}
            {isNarrowed && (
              <button type="button" className={controls.link} onClick={undo}>
                {catalogText.filterUndo()}
              </button>
            )}
          </p>
        )}
        {hasFailed && <p className={styles.none}>{catalogText.filterFailed()}</p>}
        <a
          className={`${controls.btn} ${controls.btnPrimary} ${controls.btnLg} ${controls.btnBlock}`}
          href={url}
          aria-busy={isBusy || undefined}
        >
          {result}
        </a>
        <p className="sr" role="status">
          {isNarrowed && !isBusy && catalogText.productCount({ count })}
        </p>
      </div>
    </aside>
  );
}

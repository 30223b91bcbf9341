import { AdminIcon } from "../admin/AdminIcon";
import type { StaffOrdersPageView } from "../generated/checkout";
import * as text from "../generated/messages/staff_orders";
import controls from "../ui/controls.module.css";
import forms from "../ui/forms.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import styles from "./OrderFilters.module.css";

type Page = Pick<StaffOrdersPageView, "action" | "search" | "chips" | "filters" | "hidden">;

/** The search, the filters that apply as chips, and the form that chooses others. Both are forms that read. */
export function OrderFilters({ page }: { page: Page }) {
  const { action, search, chips, filters, hidden } = page;
  const chosen = new Set(filters.map(({ name }) => name));
  return (
    <div className={styles.filters}>
      <form className={styles.find} method="get" action={action}>
        <HiddenInputs pairs={hidden} />
        <label className="sr" htmlFor="orders-search">
          {text.search()}
        </label>
        <input
          className={forms.input}
          id="orders-search"
          type="search"
          name="search"
          defaultValue={search}
          placeholder={text.search()}
        />
        <button type="submit" className={`${controls.btn} ${controls.btnSm}`}>
          {text.searchSubmit()}
        </button>
      </form>
      {chips.map(({ label, removeLabel, url }) => (
        <a key={label} className={styles.chip} href={url} aria-label={removeLabel}>
          <bdi>{label}</bdi>
          <AdminIcon name="x" />
        </a>
      ))}
      <details className={styles.more}>
        <summary className={`${controls.btn} ${controls.btnSm}`}>{text.filter()}</summary>
        <form className={styles.choose} method="get" action={action}>
          <HiddenInputs pairs={hidden.filter(([name]) => !chosen.has(name))} />
          {search && <input type="hidden" name="search" value={search} />}
          {filters.map(({ name, label, value, options }) => (
            <div key={name}>
              <label className={forms.label} htmlFor={`filter-${name}`}>
                {label}
              </label>
              {options.length === 0 ? (
                <input
                  className={forms.input}
                  id={`filter-${name}`}
                  name={name}
                  defaultValue={value}
                  maxLength={30}
                />
              ) : (
                <span className={forms.select}>
                  <select id={`filter-${name}`} name={name} defaultValue={value}>
                    {options.map((option) => (
                      <option key={option.value} value={option.value}>
                        {option.label}
                      </option>
                    ))}
                  </select>
                </span>
              )}
            </div>
          ))}
          <button type="submit" className={`${controls.btn} ${controls.btnPrimary}`}>
            {text.filterApply()}
          </button>
        </form>
      </details>
    </div>
  );
}

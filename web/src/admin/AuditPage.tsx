import type { AuditLineView, AuditPageView, AuditPartView, AuditValueView } from "../generated/admin";
import * as auditText from "../generated/messages/audit";
import * as productsText from "../generated/messages/staff_products";
import { UndoButton } from "../staff_products/ProductNotice";
import controls from "../ui/controls.module.css";
import tableStyles from "../ui/DataTable.module.css";
import forms from "../ui/forms.module.css";
import styles from "./AuditPage.module.css";
import { AuditPart } from "./AuditPart";
import { Chain } from "./Chain";

type Options = AuditPageView["acts"];

function Choice({
  name,
  label,
  options,
  value,
}: {
  name: string;
  label: string;
  options: Options;
  value: string;
}) {
  return (
    <label className={styles.choice}>
      <span>{label}</span>
      <span className={forms.select}>
        <select name={name} defaultValue={value}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      </span>
    </label>
  );
}

/** What the act is about, then what more is known of it. */
function Subject({ parts }: { parts: AuditPartView[] }) {
  return (
    <div className={styles.parts}>
      {parts.map((part, place) => (
        <span key={place}>
          <AuditPart {...part} />
        </span>
      ))}
    </div>
  );
}

function Values({ values, was = false }: { values: AuditValueView[]; was?: boolean }) {
  const Shown = was ? "del" : "span";
  return (
    <div className={styles.parts}>
      {values.map(({ label, parts }, place) => (
        <div key={place} className={styles.parts}>
          {label && (
            <span className={styles.label}>
              <AuditPart {...label} />
            </span>
          )}
          {parts.map((part, index) => (
            <Shown key={index} className={styles.value}>
              <AuditPart {...part} />
            </Shown>
          ))}
        </div>
      ))}
    </div>
  );
}

function Line({ who, when, what, subject, before, after, undo }: AuditLineView) {
  return (
    <tr>
      <td data-label={auditText.who()}>
        <bdi>{who}</bdi>
      </td>
      <td className={styles.when} data-label={auditText.when()}>
        {when}
      </td>
      <td data-label={auditText.what()}>
        <b>
          <AuditPart {...what} />
        </b>
        {undo && <UndoButton {...undo} label={productsText.undoOf({ when })} />}
      </td>
      <td data-label={auditText.subject()}>{subject.length > 0 && <Subject parts={subject} />}</td>
      <td data-label={auditText.valueBefore()}>{before.length > 0 && <Values values={before} was />}</td>
      <td data-label={auditText.valueAfter()}>{after.length > 0 && <Values values={after} />}</td>
    </tr>
  );
}

/** Who did what and when. The filters are the address. */
export function AuditPage(page: AuditPageView) {
  const { action, chain, isOwn, people, who, acts, what, spans, days, lines, nextUrl } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <h1>{auditText.title()}</h1>
      {isOwn && <p>{auditText.leadOwn()}</p>}
      <Chain {...chain} />
      <form method="get" action={action} className={styles.filters}>
        {people.length > 0 && <Choice name="who" label={auditText.who()} options={people} value={who} />}
        <Choice name="what" label={auditText.what()} options={acts} value={what} />
        <Choice name="days" label={auditText.span()} options={spans} value={days} />
        <button type="submit" className={controls.btn}>
          {auditText.search()}
        </button>
      </form>
      {lines.length === 0 ? (
        <p>{auditText.none()}</p>
      ) : (
        <table className={`${tableStyles.table} ${styles.lines}`}>
          <caption className="sr">{auditText.newest()}</caption>
          <thead>
            <tr>
              <th scope="col">{auditText.who()}</th>
              <th scope="col">{auditText.when()}</th>
              <th scope="col">{auditText.what()}</th>
              <th scope="col">{auditText.subject()}</th>
              <th scope="col">{auditText.valueBefore()}</th>
              <th scope="col">{auditText.valueAfter()}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <Line key={line.id} {...line} />
            ))}
          </tbody>
        </table>
      )}
      {nextUrl && (
        <p>
          <a className={controls.btn} href={nextUrl}>
            {auditText.older()}
          </a>
        </p>
      )}
    </div>
  );
}

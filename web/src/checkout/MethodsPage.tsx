import { AccountForm } from "../accounts/AccountForm";
import { AccountLayout } from "../accounts/AccountLayout";
import type { MethodRow, MethodsPageView } from "../generated/checkout";
import { BrandSign } from "../payments/BrandSign";
import { MethodTitle } from "../payments/MethodTitle";
import { EmptyState } from "../ui/EmptyState";
import { Icon } from "../ui/Icon";
import { t } from "../ui/messages";
import "../payments/texts";

/** Deleting cannot be undone, so it is asked twice: the first time by unfolding the question. */
function Method({ method, delete: deletion, makeDefault }: MethodRow) {
  const { id, kind, brand, title, expires, isExpired, isDefault } = method;
  return (
    <li className="pm" data-method={id}>
      <BrandSign brand={brand} isNamed />
      <div className="pm__about">
        <p className="pm__title">
          <span>
            <MethodTitle title={title} />
          </span>
          {isDefault && <span className="badge badge--ok">{t("payments.default")}</span>}
        </p>
        <p className={isExpired ? "pm__note is-wrong" : "pm__note"}>
          {expires
            ? t(isExpired ? "payments.expired-on" : "payments.expires", { date: expires })
            : t(kind === "echeck" ? "payments.echeck" : "payments.card")}
        </p>
      </div>
      <div className="pm__acts">
        {makeDefault && <AccountForm id={`default-${id}`} form={makeDefault} look="second" />}
        <details className="pm__delete" data-closes="">
          <summary
            className="btn btn--sm btn--danger"
            aria-label={t("payments.delete-named", { method: title })}
          >
            {t("payments.delete")}
          </summary>
          <div className="pm__sure">
            <p>{t("payments.delete-confirm")}</p>
            <AccountForm id={`delete-${id}`} form={deletion} look="second" />
          </div>
        </details>
      </div>
    </li>
  );
}

/** What a customer keeps to pay with. */
export function MethodsPage({ frame, methods, addUrl }: MethodsPageView) {
  const add = (
    <a className="btn btn--primary" href={addUrl}>
      <Icon name="plus" />
      {t("payments.add")}
    </a>
  );
  return (
    <AccountLayout frame={frame}>
      {methods.length === 0 ? (
        <EmptyState title={t("payments.methods-empty")} hint={t("payments.methods-empty-hint")}>
          {add}
        </EmptyState>
      ) : (
        <>
          <ul className="pms">
            {methods.map((row) => (
              <Method key={row.method.id} {...row} />
            ))}
          </ul>
          <div>{add}</div>
        </>
      )}
    </AccountLayout>
  );
}

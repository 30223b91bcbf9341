import { AccountForm } from "../accounts/AccountForm";
import { AccountLayout } from "../accounts/AccountLayout";
import type { MethodRow, MethodsPageView } from "../generated/checkout";
import * as paymentsText from "../generated/messages/payments";
import { BrandSign } from "../payments/BrandSign";
import { MethodTitle } from "../payments/MethodTitle";
import { EmptyState } from "../ui/EmptyState";
import { Icon } from "../ui/Icon";

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
          {isDefault && <span className="badge badge--ok">{paymentsText.default()}</span>}
        </p>
        <p className={isExpired ? "pm__note is-wrong" : "pm__note"}>
          {expires
            ? (isExpired ? paymentsText.expiredOn : paymentsText.expires)({ date: expires })
            : (kind === "echeck" ? paymentsText.echeck : paymentsText.card)()}
        </p>
      </div>
      <div className="pm__acts">
        {makeDefault && <AccountForm id={`default-${id}`} form={makeDefault} look="second" />}
        <details className="pm__delete" data-dismissable="">
          <summary
            className="btn btn--sm btn--danger"
            aria-label={paymentsText.deleteNamed({ method: title })}
          >
            {paymentsText.delete()}
          </summary>
          <div className="pm__sure">
            <p>{paymentsText.deleteConfirm()}</p>
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
      {paymentsText.add()}
    </a>
  );
  return (
    <AccountLayout frame={frame}>
      {methods.length === 0 ? (
        <EmptyState title={paymentsText.methodsEmpty()} hint={paymentsText.methodsEmptyHint()}>
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

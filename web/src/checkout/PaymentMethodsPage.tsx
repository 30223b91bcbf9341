import { AccountForm } from "../accounts/AccountForm";
import { AccountLayout } from "../accounts/AccountLayout";
import type { MethodRow, PaymentMethodsPageView } from "../generated/checkout";
import * as paymentsText from "../generated/messages/payments";
import { BrandSign } from "../payments/BrandSign";
import { MethodTitle } from "../payments/MethodTitle";
import blocks from "../ui/blocks.module.css";
import controls from "../ui/controls.module.css";
import { EmptyState } from "../ui/EmptyState";
import { Icon } from "../ui/Icon";
import checkoutStyles from "./checkout.module.css";
import styles from "./PaymentMethodsPage.module.css";

/** Deleting cannot be undone, so it needs a confirmation: the first click opens it. */
function Method({ method, delete: deletion, makeDefault }: MethodRow) {
  const { id, kind, brand, title, expires, isExpired, isDefault } = method;
  return (
    <li className={styles.pm} data-method={id}>
      <BrandSign brand={brand} isNamed />
      <div>
        <p className={styles.title}>
          <span>
            <MethodTitle title={title} />
          </span>
          {isDefault && (
            <span className={`${blocks.badge} ${checkoutStyles.badgeOk}`}>{paymentsText.default()}</span>
          )}
        </p>
        <p className={isExpired ? `${styles.note} ${styles.isWrong}` : styles.note}>
          {expires
            ? (isExpired ? paymentsText.expiredOn : paymentsText.expires)({ date: expires })
            : (kind === "echeck" ? paymentsText.echeck : paymentsText.card)()}
        </p>
      </div>
      <div className={styles.acts}>
        {makeDefault && <AccountForm id={`default-${id}`} form={makeDefault} variant="second" />}
        <details className={styles.delete} data-dismissable="">
          <summary
            className={`${controls.btn} ${controls.btnSm} ${controls.btnDanger}`}
            aria-label={paymentsText.deleteNamed({ method: title })}
          >
            {paymentsText.delete()}
          </summary>
          <div className={styles.sure}>
            <p>{paymentsText.deleteConfirm()}</p>
            <AccountForm id={`delete-${id}`} form={deletion} variant="second" />
          </div>
        </details>
      </div>
    </li>
  );
}

/** The customer's saved payment methods. */
export function PaymentMethodsPage({ layout, methods, addUrl }: PaymentMethodsPageView) {
  const add = (
    <a className={`${controls.btn} ${controls.btnPrimary}`} href={addUrl}>
      <Icon name="plus" />
      {paymentsText.add()}
    </a>
  );
  return (
    <AccountLayout layout={layout}>
      {methods.length === 0 ? (
        <EmptyState title={paymentsText.methodsEmpty()} hint={paymentsText.methodsEmptyHint()}>
          {add}
        </EmptyState>
      ) : (
        <>
          <ul className={styles.pms}>
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

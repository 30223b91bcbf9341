import { type FormEvent, useEffect, useId, useRef, useState, useTransition } from "react";
import * as catalogText from "../generated/messages/catalog";
import * as text from "../generated/messages/stock_alerts";
import type { AlertAnswer } from "../generated/stock_alerts";
import { authorDefaults } from "../questions/calls";
import { post, storeCall } from "../runtime/request";
import controls from "../ui/controls.module.css";
import { isEmail } from "../ui/email";
import { Field } from "../ui/Field";
import { Icon } from "../ui/Icon";
import styles from "./StockAlert.module.css";

type Props = {
  productId: string;
  /** "0": the product as a whole. */
  variationId: string;
};

/** Where the card's link and the bar's button lead. */
const STOCK_ALERT = "stock-alert";

/** Asks for one email when a product is available again. A customer only presses the button. */
export function StockAlert({ productId, variationId }: Props) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const done = useRef<HTMLDivElement>(null);
  const [own, setOwn] = useState("");
  const [error, setError] = useState<string | null>(null);
  const [answer, setAnswer] = useState<AlertAnswer | null>(null);
  const [isPending, startTransition] = useTransition();
  useEffect(() => {
    let isShown = true;
    authorDefaults("/ar/questions/author/").then(({ email }) => isShown && setOwn(email), console.info);
    return () => {
      isShown = false;
    };
  }, []);
  useEffect(() => {
    if (answer) done.current?.focus();
  }, [answer]);

  const refuse = (problem: string) => {
    setError(problem);
    field.current?.querySelector("input")?.focus();
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    if (!isEmail(String(fields.get("email")))) return refuse(text.emailInvalid());
    setError(null);
    startTransition(async () => {
      try {
        const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]));
        const given = await post<AlertAnswer>(storeCall("matjar_stock_alert"), body);
        if (given.status === "waiting") setAnswer(given);
        else refuse(given.text);
      } catch (cause) {
        console.info(cause);
        refuse(text.failed());
      }
    });
  };

  if (answer) {
    return (
      <div
        id={STOCK_ALERT}
        ref={done}
        className={`${styles.alarm} ${styles.done}`}
        role="status"
        tabIndex={-1}
      >
        <div className={styles.head}>
          <Icon name="check" />
          <strong>{text.waiting()}</strong>
          <span>{answer.text}</span>
        </div>
        {answer.url && (
          <a className={controls.link} href={answer.url}>
            {text.cancel()}
          </a>
        )}
      </div>
    );
  }
  return (
    <form
      id={STOCK_ALERT}
      className={styles.alarm}
      method="post"
      action="/ar/stock-alerts/"
      aria-labelledby={`${id}-title`}
      noValidate
      onSubmit={submit}
    >
      <div className={styles.head}>
        <Icon name="bell" />
        <strong id={`${id}-title`}>{catalogText.notify()}</strong>
        <span>{text.note()}</span>
      </div>
      <input type="hidden" name="product_id" value={productId} />
      <input type="hidden" name="variation_id" value={variationId} />
      {own ? (
        <p className={styles.own}>
          <input type="hidden" name="email" value={own} />
          {text.to({ email: own })}
        </p>
      ) : (
        <div ref={field}>
          <Field
            id={`${id}-email`}
            name="email"
            type="email"
            label={text.email()}
            error={error}
            autoComplete="email"
            inputMode="email"
            required
            ltr
          />
        </div>
      )}
      {own && error && <p role="alert">{error}</p>}
      <button
        type="submit"
        className={`${controls.btn} ${controls.btnPrimary} ${controls.btnBlock}`}
        aria-busy={isPending || undefined}
      >
        {catalogText.notify()}
      </button>
    </form>
  );
}

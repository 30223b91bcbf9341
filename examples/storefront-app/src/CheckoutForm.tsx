import type { Cart, Checkout } from "matjar-store-api";
import { type FormEvent, type InputHTMLAttributes, type Ref, useId, useRef, useState } from "react";
import { api, money } from "./api.ts";
import { cardToken } from "./payment.ts";

const CARD = "authorize_net_cim_credit_card";

/** Fields of the address, by their names in the API. */
const FIELDS = [
  { name: "first_name", label: "الاسم الأول", autoComplete: "given-name" },
  { name: "last_name", label: "اسم العائلة", autoComplete: "family-name" },
  { name: "email", label: "البريد الإلكتروني", type: "email", autoComplete: "email" },
  { name: "phone", label: "الهاتف", type: "tel", autoComplete: "tel" },
  { name: "address_1", label: "العنوان", autoComplete: "address-line1" },
  { name: "city", label: "المدينة", autoComplete: "address-level2" },
  { name: "postcode", label: "الرمز البريدي", autoComplete: "postal-code" },
  {
    name: "country",
    label: "رمز الدولة (حرفان)",
    autoComplete: "country",
    maxLength: 2,
    pattern: "[A-Za-z]{2}",
  },
] as const;

type Props = { cart: Cart; onPlaced: (order: Checkout) => void; onProblem: (error: unknown) => void };

export function CheckoutForm({ cart, onPlaced, onProblem }: Props) {
  const [isSending, setSending] = useState(false);
  // The numbers of the card are in no state and have no name: they are read once, for the payment provider.
  const card = { number: useRef<HTMLInputElement>(null), expiry: useRef<HTMLInputElement>(null) };
  const code = useRef<HTMLInputElement>(null);

  const place = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setSending(true);
    try {
      const [month = "", year = ""] = (card.expiry.current?.value ?? "")
        .split("/")
        .map((part) => part.trim());
      const payment = await cardToken({
        cardNumber: card.number.current?.value ?? "",
        month,
        year,
        cardCode: code.current?.value ?? "",
      });
      const address = { ...fields, country: fields.country?.toUpperCase() ?? "" };
      // Taxes and shipping depend on the address: the total that is charged is the one that this answer shows.
      const { totals } = await api.call("updateCustomer", { body: { billing_address: address } });
      const order = await api.call("placeOrder", {
        body: {
          billing_address: address,
          payment_method: CARD,
          payment_data: payment,
          expected_total: totals.total_price,
        },
      });
      onPlaced(order);
    } catch (error) {
      onProblem(error);
    } finally {
      setSending(false);
    }
  };

  return (
    <form onSubmit={place} aria-labelledby="checkout">
      <h2 id="checkout">إتمام الطلب</h2>
      {FIELDS.map(({ label, ...field }) => (
        <Field key={field.name} label={label} {...field} />
      ))}
      <Field label="رقم البطاقة" ref={card.number} inputMode="numeric" autoComplete="cc-number" />
      <Field label="تاريخ الانتهاء (شهر/سنة)" ref={card.expiry} placeholder="12/30" autoComplete="cc-exp" />
      <Field label="رمز التحقق" ref={code} inputMode="numeric" autoComplete="cc-csc" />
      <button type="submit" disabled={isSending}>
        {isSending ? "جارٍ الدفع…" : <>ادفع {money(cart.totals.total_price, cart.totals)}</>}
      </button>
    </form>
  );
}

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  label: string;
  ref?: Ref<HTMLInputElement>;
};

function Field({ label, ...input }: FieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} required dir="auto" {...input} />
    </div>
  );
}

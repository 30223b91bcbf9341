import type { OfflineOfferView } from "../../../generated/payments";
import { BankAccounts } from "../../../payments/BankAccounts";
import { BrandSign } from "../../../payments/BrandSign";
import { CardFields } from "../../../payments/CardFields";
import { CscField } from "../../../payments/CscField";
import { EcheckFields } from "../../../payments/EcheckFields";
import { MethodTitle } from "../../../payments/MethodTitle";
import { fieldId, type PayField } from "../../../payments/names";
import { OfflineSection } from "../../../payments/OfflineSection";
import { PaymentFields } from "../../../payments/PaymentFields";
import { PaymentMethodSection } from "../../../payments/PaymentMethodSection";
import { SaveBox } from "../../../payments/SaveBox";
import { SavedMethods } from "../../../payments/SavedMethods";
import {
  cardForm,
  echeckForm,
  expiredCard,
  offlineOffers,
  payment,
  paymentWithSaved,
  savedAccount,
  savedCard,
} from "../../checkout-samples";
import { longName } from "../../samples";
import type { States } from "../states";

const ignore = () => {};
const attributesOf =
  (form: typeof cardForm, errors: Partial<Record<PayField, string>> = {}) =>
  (field: PayField) => ({
    id: fieldId(form, field),
    error: errors[field] ?? null,
    ref: ignore,
    onInput: ignore,
  });
const cardErrors = {
  number: "رقم البطاقة غير صحيح.",
  expiry: "انتهت صلاحية البطاقة.",
  csc: "أدخل رمز الأمان.",
};
const card = { form: cardForm, attributes: attributesOf(cardForm), isCscElsewhere: false };
const fields = { payment, errors: {}, isBlocked: false, ref: null };
const section = {
  ...{ form: cardForm, payment, errors: {}, isLive: true, wantsAccount: false, asksHolder: false },
  ...{ holderOf: () => "", ref: null },
};
const saveBox = { form: cardForm, save: "offered" as const, isSaveTicked: false, isUseless: false };
const saved = { form: cardForm, chosen: savedCard.id, onChoose: ignore };

const cod = offlineOffers[0] as OfflineOfferView;
const bacs = offlineOffers[1] as OfflineOfferView;
const offer = { isChosen: true, copy: () => null };

export const states = {
  BankAccounts: { default: <BankAccounts accounts={bacs.accounts} copy={() => null} /> },
  OfflineSection: {
    "cash on delivery": <OfflineSection offer={cod} {...offer} />,
    "bank transfer": <OfflineSection offer={bacs} {...offer} />,
    refused: <OfflineSection offer={{ ...cod, refusal: "متاح للطلبات حتى 50.00\u00a0$." }} {...offer} />,
  },
  BrandSign: {
    visa: <BrandSign brand="visa" />,
    mastercard: <BrandSign brand="mastercard" />,
    "being typed": <BrandSign brand="amex" isOn />,
    "bank account": <BrandSign brand="" />,
  },
  CardFields: {
    default: <CardFields {...card} />,
    errors: <CardFields {...card} attributes={attributesOf(cardForm, cardErrors)} />,
    "code elsewhere": <CardFields {...card} isCscElsewhere />,
    "no code": <CardFields {...card} form={{ ...cardForm, csc_required: false }} />,
  },
  CscField: {
    default: <CscField {...attributesOf(cardForm)("csc")} />,
    error: <CscField {...attributesOf(cardForm, cardErrors)("csc")} />,
  },
  EcheckFields: {
    default: <EcheckFields attributes={attributesOf(echeckForm)} asksHolder={false} />,
    "asks for the holder": <EcheckFields attributes={attributesOf(echeckForm)} asksHolder />,
    error: (
      <EcheckFields
        attributes={attributesOf(echeckForm, { routing: "رقم التوجيه تسعة أرقام." })}
        asksHolder={false}
      />
    ),
  },
  MethodTitle: {
    card: <MethodTitle title={savedCard.title} />,
    "no number": <MethodTitle title="بطاقة" />,
    "long text": <MethodTitle title={longName} />,
  },
  PaymentFields: {
    default: <PaymentFields {...fields} />,
    "saved methods": <PaymentFields {...fields} payment={paymentWithSaved} />,
    "while the order is placed": <PaymentFields {...fields} isBlocked />,
    errors: (
      <PaymentFields
        {...fields}
        errors={{
          [fieldId(cardForm, "number")]: cardErrors.number,
          [fieldId(cardForm, "csc")]: cardErrors.csc,
        }}
      />
    ),
    "one way to pay": <PaymentFields {...fields} payment={{ ...payment, forms: [cardForm] }} />,
  },
  PaymentMethodSection: {
    card: <PaymentMethodSection {...section} />,
    "bank account": <PaymentMethodSection {...section} form={echeckForm} asksHolder />,
    "saved card": <PaymentMethodSection {...section} payment={paymentWithSaved} />,
    "saved card that needs its code": (
      <PaymentMethodSection
        {...section}
        payment={paymentWithSaved}
        form={{ ...cardForm, csc_required_for_tokens: true }}
      />
    ),
  },
  SaveBox: {
    default: <SaveBox {...saveBox} />,
    ticked: <SaveBox {...saveBox} isSaveTicked />,
    "useless, so hidden": <SaveBox {...saveBox} save="with-account" isUseless />,
    never: <SaveBox {...saveBox} save="never" />,
  },
  SavedMethods: {
    cards: <SavedMethods {...saved} saved={[savedCard, expiredCard]} />,
    "new one chosen": <SavedMethods {...saved} saved={[savedCard]} chosen={null} />,
    accounts: <SavedMethods {...saved} form={echeckForm} saved={[savedAccount]} />,
    "long text": <SavedMethods {...saved} saved={[{ ...savedCard, title: longName }]} />,
  },
} satisfies States;

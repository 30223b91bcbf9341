import { AccountForm } from "../../../accounts/AccountForm";
import { AccountLayout } from "../../../accounts/AccountLayout";
import { AccountNav } from "../../../accounts/AccountNav";
import { AccountPassword } from "../../../accounts/AccountPassword";
import { AddressesPage } from "../../../accounts/AddressesPage";
import { AuthPage } from "../../../accounts/AuthPage";
import { DashboardPage } from "../../../accounts/DashboardPage";
import { EntryList } from "../../../accounts/EntryList";
import { FormField } from "../../../accounts/FormField";
import { FormFields } from "../../../accounts/FormFields";
import { FormPage } from "../../../accounts/FormPage";
import { ListBoxes } from "../../../accounts/ListBoxes";
import { PageNotice } from "../../../accounts/PageNotice";
import { PasswordField } from "../../../accounts/PasswordField";
import { SubscriptionsForm } from "../../../accounts/SubscriptionsForm.island";
import { SubscriptionsPage } from "../../../accounts/SubscriptionsPage";
import { TeamPage } from "../../../accounts/TeamPage";
import type { FieldView, FormView } from "../../../generated/accounts";
import {
  accountLayout,
  address,
  addresses,
  dashboard,
  details,
  field,
  form,
  login,
  password,
  privacy,
  subscriptions,
  team,
} from "../../account-samples";
import { longName } from "../../samples";
import type { States } from "../states";

const error = { kind: "error" as const, text: "البريد أو كلمة المرور غير صحيحين." };
const ok = { kind: "ok" as const, text: "حُفظت بياناتك." };
const wrong = "أدخل كلمة المرور.";
const entry = login.form as FormView;
const addressFields = address.sections[0]?.form.fields ?? [];
const one = (kind: FieldView["kind"], change: Partial<FieldView> = {}) => (
  <FormField field={{ ...field, kind, ...change }} id="field" isFocused={false} />
);
const { action, nonce, lists, saved, submit } = subscriptions;
const subscriptionsForm = { action, nonce, lists, saved, submit, title: subscriptions.layout.title };
const passwordField = {
  ...{ id: "password", label: "كلمة المرور", required: true },
  ...{ showLabel: "إظهار كلمة المرور", hideLabel: "إخفاء كلمة المرور" },
};

export const states = {
  AuthPage: {
    login: <AuthPage {...login} />,
    "login that failed": (
      <AuthPage
        {...login}
        notice={error}
        form={{
          ...entry,
          fields: entry.fields.map((one) => (one.kind === "password" ? { ...one, error: wrong } : one)),
        }}
      />
    ),
    "link that has expired": (
      <AuthPage {...login} form={null} notice={{ ...error, text: "انتهت صلاحية هذا الرابط." }} />
    ),
    "nothing beside the form": <AuthPage {...login} lead="" aside={null} other={null} />,
  },
  DashboardPage: {
    default: <DashboardPage {...dashboard} />,
    notice: <DashboardPage {...dashboard} layout={{ ...dashboard.layout, notice: ok }} />,
  },
  AddressesPage: { "one known, one empty": <AddressesPage {...addresses} /> },
  FormPage: {
    address: <FormPage {...address} />,
    "privacy, with files": <FormPage {...privacy} />,
    error: <FormPage {...address} layout={{ ...address.layout, notice: error }} />,
  },
  SubscriptionsPage: {
    default: <SubscriptionsPage {...subscriptions} />,
    saved: <SubscriptionsPage {...subscriptions} isSaved />,
    empty: <SubscriptionsPage {...subscriptions} lists={[]} />,
  },
  TeamPage: {
    default: <TeamPage {...team} />,
    "one member": <TeamPage {...team} members={team.members.slice(0, 1)} invitations={[]} ownRoles={[]} />,
    refused: <TeamPage {...team} notice={error} />,
  },
  AccountForm: {
    entry: <AccountForm id="form" form={entry} variant="entry" aside={login.aside} />,
    main: <AccountForm id="form" form={{ ...form, fields: [field, password] }} variant="main" />,
    second: <AccountForm id="form" form={form} variant="second" />,
    danger: <AccountForm id="form" form={{ ...form, isDanger: true, submit: "حذف" }} variant="second" />,
  },
  AccountLayout: {
    default: <AccountLayout layout={accountLayout("العناوين")}>المحتوى</AccountLayout>,
    ok: <AccountLayout layout={{ ...accountLayout("العناوين"), notice: ok }}>المحتوى</AccountLayout>,
    "long title": <AccountLayout layout={accountLayout(longName)}>المحتوى</AccountLayout>,
  },
  AccountNav: { default: <AccountNav {...accountLayout("الطلبات")} /> },
  AccountPassword: {
    default: <AccountPassword field={password} id="password" isFocused={false} />,
    error: <AccountPassword field={{ ...password, error: wrong }} id="password" isFocused={false} />,
  },
  EntryList: {
    "one ready, one being made": <EntryList entries={privacy.sections[0]?.entries ?? []} />,
    sessions: <EntryList entries={details.sections[1]?.entries ?? []} />,
  },
  FormField: {
    text: one("text"),
    "left to right": one("latin", { label: "اسم المستخدم", value: "salma" }),
    email: one("email", { label: "البريد الإلكتروني", value: "salma@example.com" }),
    phone: one("phone", { label: "رقم الهاتف", value: "+966 50 555 0148" }),
    check: one("check", { label: "تذكّرني" }),
    select: one("select", {
      label: "الدولة",
      value: "SA",
      options: [{ value: "SA", label: "السعودية" }],
    }),
    error: one("text", { value: "", error: "حقل «الاسم الأول» مطلوب." }),
    hint: one("text", { hint: "كما هو في الهوية." }),
    "long text": one("text", { label: longName, value: longName, hint: longName }),
  },
  FormFields: {
    default: <FormFields fields={addressFields} id="fields" focusWrong={false} />,
    "link beside a box": (
      <FormFields fields={entry.fields} id="fields" aside={login.aside} focusWrong={false} />
    ),
  },
  ListBoxes: {
    default: <ListBoxes title="القوائم" lists={lists} />,
    "no description": (
      <ListBoxes title="القوائم" lists={lists.map((list) => ({ ...list, description: "" }))} />
    ),
    "long text": <ListBoxes title="القوائم" lists={lists.map((list) => ({ ...list, name: longName }))} />,
  },
  PageNotice: {
    ok: <PageNotice notice={ok} />,
    error: <PageNotice notice={error} />,
    info: <PageNotice notice={{ kind: "info", text: "أرسلنا إليك رسالة." }} />,
    none: <PageNotice notice={null} />,
  },
  PasswordField: {
    default: <PasswordField {...passwordField} />,
    hint: <PasswordField {...passwordField} hint="12 حرفًا على الأقل." />,
    error: <PasswordField {...passwordField} error={wrong} />,
  },
  // A click shows the other states: saving, then saved.
  SubscriptionsForm: {
    default: <SubscriptionsForm {...subscriptionsForm} isSaved={false} />,
    saved: <SubscriptionsForm {...subscriptionsForm} isSaved />,
  },
} satisfies States;

import { ActButton } from "../../../settings/ActButton";
import { Parts } from "../../../settings/Parts";
import { PaymentState } from "../../../settings/PaymentState";
import { SettingControl } from "../../../settings/SettingControl";
import { SettingsConflictPage } from "../../../settings/SettingsConflictPage";
import { SettingsForm } from "../../../settings/SettingsForm.island";
import { SettingsPage } from "../../../settings/SettingsPage";
import { ShippingPage } from "../../../settings/ShippingPage";
import { ShippingTrial } from "../../../settings/ShippingTrial";
import {
  boxesField,
  paymentState,
  removeZone,
  settingField,
  settingsConflict,
  settingsForm,
  settingsPage,
  shippingPage,
} from "../../settings-samples";
import type { States } from "../states";

const { trial, url } = shippingPage;

export const states = {
  SettingsPage: {
    default: <SettingsPage {...settingsPage} />,
    refused: (
      <SettingsPage
        {...settingsPage}
        notice={{ text: "لم تُحفظ التغييرات. صحّح الحقول المذكورة.", isError: true, undo: null }}
        errors={[{ field: "name", label: "اسم المتجر", text: "هذا الحقل مطلوب." }]}
      />
    ),
    removed: <SettingsPage {...settingsPage} title="الخليج" form={null} history={[]} />,
    payments: <SettingsPage {...settingsPage} title="الدفع" notice={null} payments={paymentState} />,
  },
  SettingsForm: {
    default: <SettingsForm {...settingsForm} />,
  },
  SettingControl: {
    default: <SettingControl field={settingField} />,
    boxes: <SettingControl field={{ ...boxesField, error: "دولة مذكورة في منطقة الخليج." }} />,
  },
  SettingsConflictPage: {
    default: <SettingsConflictPage {...settingsConflict} />,
  },
  ShippingPage: {
    default: <ShippingPage {...shippingPage} />,
    empty: <ShippingPage {...shippingPage} zones={[]} removed={[]} trial={{ ...trial, result: null }} />,
  },
  ShippingTrial: {
    default: <ShippingTrial url={url} trial={trial} />,
    refused: (
      <ShippingTrial url={url} trial={{ ...trial, amountError: "أدخل مبلغًا مثل 68.40", result: null }} />
    ),
  },
  PaymentState: {
    default: <PaymentState {...paymentState} />,
    well: <PaymentState {...paymentState} level="well" discrepancies={[]} scripts={[]} />,
  },
  Parts: {
    default: <Parts parts={settingsPage.parts} />,
  },
  ActButton: {
    default: <ActButton {...removeZone} />,
  },
} satisfies States;

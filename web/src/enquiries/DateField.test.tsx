// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import * as enquiriesText from "../generated/messages/enquiries";
import { endHydrated, hydrated, shopper } from "../testing/hydrated";
import { DateField } from "./DateField";

afterEach(endHydrated);

function Sample() {
  const [date, setDate] = useState({ day: "", month: "", year: "" });
  return (
    <DateField
      id="d"
      name="iphorm_2_6"
      label="تاريخ المناسبة"
      required
      firstYear={2026}
      lastYear={2028}
      date={date}
      onChange={setDate}
    />
  );
}

const select = (name: string) => screen.getByRole("combobox", { name }) as HTMLSelectElement;
const parts = () => [enquiriesText.day(), enquiriesText.month(), enquiriesText.year()].map(select);
const values = () => parts().map(({ value }) => value);
const native = () => document.querySelector("input[type=date]") as HTMLInputElement;

test("a date has a select for day, month and year [FORM-03]", async () => {
  await hydrated(<Sample />);
  expect(parts().map(({ name }) => name)).toEqual([
    "iphorm_2_6[day]",
    "iphorm_2_6[month]",
    "iphorm_2_6[year]",
  ]);
  expect(parts().map(({ options }) => options.length)).toEqual([32, 13, 4]);
  await shopper().selectOptions(select(enquiriesText.month()), enquiriesText.december());
  await shopper().selectOptions(select(enquiriesText.day()), "20");
  expect(values()).toEqual(["20", "12", ""]);
  // The calendar opens at the date once it is complete.
  expect(native().value).toBe("");
  await shopper().selectOptions(select(enquiriesText.year()), "2026");
  expect(native().value).toBe("2026-12-20");
});

test("the picker fills in the three selects and is not sent itself [FORM-03]", async () => {
  await hydrated(<Sample />);
  const open = vi.fn();
  native().showPicker = open;
  const button = screen.getByRole("button", { name: enquiriesText.datePick({ label: "تاريخ المناسبة" }) });
  await shopper().click(button);
  expect(open).toHaveBeenCalledOnce();
  fireEvent.change(native(), { target: { value: "2027-02-03" } });
  expect(values()).toEqual(["3", "2", "2027"]);
  expect([native().name, native().min, native().max]).toEqual(["", "2026-01-01", "2028-12-31"]);
});

test("a browser without a calendar of its own offers its date field [FORM-03]", async () => {
  await hydrated(<Sample />);
  native().showPicker = () => {
    throw new DOMException("", "NotAllowedError");
  };
  await shopper().click(screen.getByRole("button"));
  expect(document.activeElement).toBe(native());
});

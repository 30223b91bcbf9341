import { expect, test } from "vitest";
import { email, formAnswers, orderRows } from "../testing/email-sample";
import { emailText } from "./email-text";

test("the text part is the whole email, each URL on its own line and without isolation marks", () => {
  expect(emailText(email)).toBe(`مرحبًا سارة،

وصلنا طلب لتغيير كلمة مرور حسابك.

بريدك sara@shop.example.

اختيار كلمة مرور جديدة:
https://shop.example/ar/set-password/?key=a_b-c&user=7

يصلح الرابط لمرة واحدة.

إذا طلب ذلك شخص غيرك فتجاهل هذه الرسالة.

فريق دكان النخلة
https://shop.example/ar/

وصلتك هذه الرسالة لاشتراكك في القائمة «العروض».

إلغاء الاشتراك:
https://shop.example/ar/unsubscribe/?t=x
`);
});

test("an order's lines are one below the other, and the total below a line", () => {
  expect(emailText({ ...email, rows: orderRows })).toContain(`

2 × تمر سُكَّري فاخر: 35.20 $
  علبة 500 غ
الشحن القياسي: 7.00 $
---
الإجمالي: 42.20 $

اختيار كلمة مرور جديدة:`);
});

test("answers of a form stand below their labels, files with their URLs", () => {
  expect(emailText({ ...email, answers: formAnswers })).toContain(`

الاسم:
  سارة <b>
رسالتك:
  السطر الأول
  السطر الثاني
الصور:
  فاتورة.pdf
  https://shop.example/ar/wp-admin/inbox/files/7/

`);
});

test("absent parts leave no gap", () => {
  const text = emailText({
    ...email,
    button: null,
    notes: [],
    paragraphs: ["نص.", " "],
    unsubscribe: null,
  });
  expect(text).not.toMatch(/\n{3}/);
  expect(text.split("\n\n")).toHaveLength(4);
});

test.each(["\r\n\r\n", "\n", "\r", "\v", "\f", "\u0085", "\u2028", "\u2029", "\0"])(
  "a line break in a value (%j) does not start a new line",
  (end) => {
    const value = `سارة${end}https://evil.example/`;
    const link = { label: value, url: `https://shop.example/${end}Bcc: a@b.example` };
    const plain = { label: "أ", url: "https://shop.example/" };
    const lines = (one: string, button: typeof link) =>
      emailText({
        ...email,
        greeting: one,
        paragraphs: [one, one],
        rows: [{ label: one, notes: [one], amount: one, isTotal: true }],
        notes: [one],
        signOff: one,
        why: one,
        button,
        unsubscribe: button,
      }).split(/[\r\n\v\f\u0085\u2028\u2029]/);
    const text = lines(value, link);
    expect(text).toHaveLength(lines("سارة", plain).length);
    expect(text.filter((line) => line.startsWith("https://evil"))).toEqual([]);
    expect(text).toContain("https://shop.example/%20Bcc:%20a@b.example");
  },
);

test("a name cannot reverse the line", () => {
  const text = emailText({ ...email, greeting: "\u202e\u2067\u200fمرحبًا \u2068\u202eSara\u2069،" });
  expect(text).toMatch(/^مرحبًا Sara،\n/);
});

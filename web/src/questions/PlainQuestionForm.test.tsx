// @vitest-environment happy-dom
import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import * as questionsText from "../generated/messages/questions";
import { endHydrated, hydrated } from "../testing/hydrated";
import { questionForm } from "../testing/question-samples";
import { PlainQuestionForm } from "./PlainQuestionForm.island";

afterEach(endHydrated);

const element = () => document.querySelector("form") as HTMLFormElement;
const entries = () => Object.fromEntries(new FormData(element()));
/** Whether the browser would send the form. */
const isSent = () => fireEvent.submit(element());

test("the plain form has the fields of call 23, and of call 24 for an answer [QNA-02]", () => {
  document.body.innerHTML = renderToStaticMarkup(<PlainQuestionForm {...questionForm} />);
  expect([element().method, element().getAttribute("action")]).toEqual(["post", "/ar/questions/write/"]);
  expect(entries()).toEqual({
    crNonce: "n0nce",
    currentPostID: "17",
    cr_time: "1765000000-s1gned",
    cptcha: "",
    text: "",
    name: "",
    email: "",
    cr_website: "",
  });
  document.body.innerHTML = renderToStaticMarkup(<PlainQuestionForm {...questionForm} questionId="301" />);
  expect(entries()).toMatchObject({ questionID: "301", productID: "17" });
});

test("errors of the server are shown with the values as typed", () => {
  const errors = [{ field: "email", text: "أدخل بريدًا إلكترونيًا صالحًا." }];
  const values = { text: "هل هو مطحون؟", name: "سلمى", email: "salma" };
  document.body.innerHTML = renderToStaticMarkup(
    <PlainQuestionForm {...{ ...questionForm, errors, values }} />,
  );
  expect(screen.getByRole("alert").textContent).toContain("أدخل بريدًا إلكترونيًا صالحًا.");
  expect(document.querySelector("[aria-invalid=true]")?.getAttribute("name")).toBe("email");
  expect(entries()).toMatchObject(values);
});

test("with script a wrong form is not sent [QNA-09] [QNA-10]", async () => {
  await hydrated(<PlainQuestionForm {...questionForm} />);
  expect(isSent()).toBe(false);
  await userEvent.type(document.querySelector("textarea") as HTMLElement, "هل هو مطحون؟");
  await userEvent.type(screen.getByRole("textbox", { name: questionsText.fieldName() }), "سلمى");
  await userEvent.type(document.querySelector("[type=email]") as HTMLElement, "salma@example.com");
  expect(isSent()).toBe(false);
  expect((await screen.findByRole("alert")).textContent).toContain(questionsText.terms());
  await userEvent.click(screen.getByRole("checkbox"));
  expect(isSent()).toBe(true);
});

test("with a captcha the form is sent with its token", async () => {
  vi.doMock("../runtime/proof", () => ({ solve: async () => "pr00f" }));
  const send = vi.spyOn(HTMLFormElement.prototype, "requestSubmit").mockImplementation(() => {});
  const values = { text: "هل هو مطحون؟", name: "سلمى", email: "salma@example.com" };
  const form = { ...questionForm, terms: null, values, captcha: { challengeUrl: "/challenge/" } };
  await hydrated(<PlainQuestionForm {...form} />);
  expect(isSent()).toBe(false);
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce());
  expect(entries().cptcha).toBe("pr00f");
  expect(isSent()).toBe(true);
  vi.doUnmock("../runtime/proof");
});

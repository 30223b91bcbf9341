import type { Page, Request } from "@playwright/test";
import { expect, t, test } from "./shop";
import { newCustomer, newEmail } from "./support/accounts";
import { haraz } from "./support/products";
import {
  answerForm,
  answerLink,
  askForm,
  askLink,
  emailField,
  fillQuestion,
  liveSection,
  moreLink,
  nameField,
  newText,
  QUESTIONS_TAB,
  questions,
  searchBox,
  section,
  submitOf,
  textField,
  textsOf,
} from "./support/questions";

const WITH_QUESTIONS = `${haraz.path}${QUESTIONS_TAB}`;
/** A word of one question of the demo shop. */
const WORD = "السعودية";

const fieldsOf = (request: Request) => new URLSearchParams(request.postData() ?? "");
const isCall = (request: Request, action: string) => fieldsOf(request).get("action") === action;
/** The next call with this action, and its answer. */
const call = (page: Page, action: string) =>
  page.waitForResponse((response) => isCall(response.request(), action));
/** The calls with this action from now on. */
function calls(page: Page, action: string): Array<URLSearchParams> {
  const found: Array<URLSearchParams> = [];
  page.on("request", (request) => {
    if (isCall(request, action)) found.push(fieldsOf(request));
  });
  return found;
}

test.describe("the questions of a product", () => {
  test.beforeEach(async ({ page, shop }) => {
    await shop.visit(WITH_QUESTIONS);
    await liveSection(page);
  });

  test("the shop's answers are marked, in the first page of the server", { tag: "@phone" }, async ({
    page,
    request,
  }) => {
    const answered = questions(page).filter({ hasText: t("questions.by-shop") });
    await expect(answered.first()).toBeVisible();
    const html = await (await request.get(haraz.path)).text();
    for (const text of await textsOf(page)) expect(html).toContain(text);
  });

  test("'show more' adds the next page until the last one [QNA-05] [API-22]", { tag: "@phone" }, async ({
    page,
    shop,
  }) => {
    const before = await textsOf(page);
    const [answer] = await Promise.all([call(page, "cr_show_more_qna"), moreLink(page).click()]);
    const { page: number, html, last_page: isLast } = await answer.json();
    expect(number).toBe(1);
    expect(html).toContain("<article");
    await expect.poll(() => questions(page).count()).toBeGreaterThan(before.length);
    expect((await textsOf(page)).slice(0, before.length)).toEqual(before);
    const ids = await questions(page).evaluateAll((all) => all.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    for (let more = !isLast; more; ) {
      const [next] = await Promise.all([call(page, "cr_show_more_qna"), moreLink(page).click()]);
      more = !(await next.json()).last_page;
    }
    await expect(moreLink(page)).toHaveCount(0);
    await shop.audit();
  });

  test("the search waits 500 ms for the last key, starts at page -1, and ignores arrow keys [QNA-06] [QNA-07]", async ({
    page,
  }) => {
    const searches = calls(page, "cr_show_more_qna");
    const all = await textsOf(page);
    const started = Date.now();
    const [answer] = await Promise.all([
      call(page, "cr_show_more_qna"),
      searchBox(page).pressSequentially(WORD, { delay: 20 }),
    ]);
    expect(Date.now() - started).toBeGreaterThan(490);
    expect(fieldsOf(answer.request()).get("page")).toBe("-1");
    expect((await answer.json()).page).toBe(0);
    await expect.poll(async () => (await textsOf(page)).every((text) => text.includes(WORD))).toBe(true);
    for (const key of ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) await searchBox(page).press(key);
    await page.waitForTimeout(800);
    expect(searches).toHaveLength(1);
    await section(page)
      .getByRole("link", { name: t("questions.search-clear") })
      .click();
    await expect.poll(() => textsOf(page)).toEqual(all);
    await expect(searchBox(page)).toHaveValue("");
  });

  test("a search without results says so [QNA-08]", { tag: "@phone" }, async ({ page, shop }) => {
    await searchBox(page).fill("كمبيوتر");
    const [answer] = await Promise.all([call(page, "cr_show_more_qna"), searchBox(page).press("Enter")]);
    expect(await answer.json()).toMatchObject({ html: "", page: 0, last_page: true });
    await expect(section(page).getByText(t("questions.none"), { exact: true })).toBeVisible();
    await expect(questions(page)).toHaveCount(0);
    await shop.audit();
  });

  test("a guest asks by keyboard; the success button closes the form [QNA-02] [QNA-03] [QNA-11] [QNA-12] [API-23]", async ({
    page,
    shop,
  }) => {
    await askLink(page).focus();
    await page.keyboard.press("Enter");
    const form = askForm(page);
    await expect(form).toBeVisible();
    await expect(nameField(form)).toHaveValue("");
    await shop.audit();
    await fillQuestion(form, { text: newText(), email: newEmail() });
    await submitOf(form).focus();
    const [answer] = await Promise.all([call(page, "cr_new_qna"), page.keyboard.press("Enter")]);
    const fields = fieldsOf(answer.request());
    for (const name of ["crNonce", "currentPostID", "text", "name", "email", "cptcha"])
      expect(fields.get(name), name).toBeTruthy();
    expect(fields.has("questionID")).toBe(false);
    const { code, description, button } = await answer.json();
    expect(code).toBe(0);
    await expect(page.getByText(description)).toBeVisible();
    await shop.audit();
    await page.keyboard.press("Tab");
    await expect(page.getByRole("button", { name: button })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(form).toBeHidden();
    await expect(askLink(page)).toBeFocused();
  });

  test("an answer is written under its question [QNA-04] [QNA-11] [API-24]", { tag: "@phone" }, async ({
    page,
    shop,
  }) => {
    const question = questions(page).last();
    const id = (await question.getAttribute("id"))?.replace("question-", "") ?? "";
    await answerLink(question).click();
    const form = question.getByRole("form");
    await expect(form).toBeVisible();
    await shop.audit();
    await fillQuestion(form, { text: `${newText()} نعم.`, email: newEmail() });
    const [answer] = await Promise.all([call(page, "cr_new_qna"), submitOf(form).click()]);
    const fields = fieldsOf(answer.request());
    expect(fields.get("questionID")).toBe(id);
    expect(fields.get("productID")).toBe(fields.get("currentPostID"));
    const { code, description, button } = await answer.json();
    expect(code).toBe(0);
    await expect(question.getByText(description)).toBeVisible();
    await question.getByRole("button", { name: button }).click();
    await expect(answerLink(question)).toBeFocused();
  });

  test("a wrong form is highlighted and not sent [QNA-09] [QNA-10]", { tag: "@phone" }, async ({
    page,
    shop,
  }) => {
    const sent = calls(page, "cr_new_qna");
    await askLink(page).click();
    const form = askForm(page);
    await submitOf(form).click();
    for (const field of [textField(form), nameField(form), emailField(form)])
      await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(textField(form)).toBeFocused();
    await shop.audit();
    await fillQuestion(form, { text: newText(), email: "salma@example" });
    await submitOf(form).click();
    await expect(emailField(form)).toHaveAttribute("aria-invalid", "true");
    await emailField(form).fill(newEmail());
    const terms = form.getByRole("checkbox");
    if ((await terms.count()) > 0) {
      await terms.uncheck();
      await submitOf(form).click();
      await expect(terms).toHaveAttribute("aria-invalid", "true");
    }
    expect(sent).toEqual([]);
  });

  test("a refusal shows the server's text and returns to the form as it was [QNA-13]", async ({ page }) => {
    await askLink(page).click();
    const form = askForm(page);
    const text = newText();
    await fillQuestion(form, { text, email: newEmail() });
    await page.route("**/wp-admin/admin-ajax.php", (route) =>
      route.fulfill({ json: { code: 7, description: "لا نستقبل أسئلة هنا الآن.", button: "عُد" } }),
    );
    await submitOf(form).click();
    await expect(page.getByRole("alert")).toContainText("لا نستقبل أسئلة هنا الآن.");
    await page.getByRole("button", { name: "عُد" }).click();
    await expect(textField(form)).toHaveValue(text);
    await expect(nameField(form)).toHaveValue("سلمى");
  });

  test("'cancel' and the arrow reset and close both forms [QNA-14] [QNA-16]", async ({ page }) => {
    for (const name of [t("questions.form-cancel"), t("questions.form-back")]) {
      await askLink(page).click();
      await textField(askForm(page)).fill("سؤال");
      await askForm(page).getByRole("button", { name }).click();
      await expect(askForm(page)).toBeHidden();
      await expect(askLink(page)).toBeFocused();
      const question = questions(page).first();
      await answerLink(question).click();
      await expect(textField(answerForm(page))).toHaveValue("");
      await textField(answerForm(page)).fill("جواب");
      await answerForm(page).getByRole("button", { name }).click();
      await expect(answerForm(page)).toBeHidden();
    }
    await askLink(page).click();
    await expect(textField(askForm(page))).toHaveValue("");
  });

  test("a vote is counted once, and withdrawn by repeating it [QNA-18] [API-25]", async ({ page }) => {
    const up = questions(page).last().locator("button[value='1']");
    const before = Number(await up.textContent());
    const [answer] = await Promise.all([call(page, "cr_vote_question"), up.click()]);
    expect([...fieldsOf(answer.request()).keys()].sort()).toEqual(["action", "reviewID", "upvote"]);
    expect((await answer.json()).code).toBe(0);
    await expect(up).toHaveText(String(before + 1));
    await expect(up).toHaveAttribute("aria-pressed", "true");
    await up.click();
    await expect(up).toHaveText(String(before));
    await expect(up).toHaveAttribute("aria-pressed", "false");
  });
});

test("a customer's name and email are filled in, and come back after a reset [QNA-15] [QNA-17]", async ({
  page,
  shop,
}) => {
  const email = await newCustomer(page);
  await shop.visit(WITH_QUESTIONS);
  await liveSection(page);
  await askLink(page).click();
  const form = askForm(page);
  await expect(emailField(form)).toHaveValue(email);
  const name = await nameField(form).inputValue();
  expect(name).not.toBe("");
  await textField(form).fill("سؤال");
  await nameField(form).fill("غيري");
  await form.getByRole("button", { name: t("questions.form-cancel") }).click();
  await askLink(page).click();
  await expect(textField(form)).toHaveValue("");
  await expect(nameField(form)).toHaveValue(name);
  await expect(emailField(form)).toHaveValue(email);
});

test("the link beside the name, and one from elsewhere, open the tab [PROD-11]", { tag: "@phone" }, async ({
  page,
  shop,
}) => {
  await shop.visit(haraz.path);
  await page.getByRole("main").locator(".cr-qna-link").click();
  await expect(section(page)).toBeVisible();
  const id = await questions(page).last().getAttribute("id");
  await shop.visit("/ar/");
  await shop.visit(`${haraz.path}#${id}`);
  await expect(page.locator(`#${id}`)).toBeInViewport();
});

test("a question has a page of its own with its answers", { tag: "@phone" }, async ({ page, shop }) => {
  await shop.visit(WITH_QUESTIONS);
  await liveSection(page);
  const question = questions(page)
    .filter({ hasText: t("questions.by-shop") })
    .first();
  const text = (await question.locator("[id$='-text']").textContent()) ?? "";
  await shop.arriving(() => question.locator("a:has(time)").click());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(text);
  await expect(page.getByRole("main")).toContainText(t("questions.by-shop"));
  const up = page.getByRole("main").locator("button[value='1']");
  const [answer] = await Promise.all([call(page, "cr_vote_question"), up.click()]);
  expect((await answer.json()).code).toBe(0);
  await expect(up).toHaveAttribute("aria-pressed", "true");
});

test("the script of the questions comes when they are near, and the form's when it opens [WEB-3]", async ({
  page,
  shop,
}) => {
  const scripts: Array<string> = [];
  page.on("request", (request) => scripts.push(request.url()));
  const isFetched = (name: string) => scripts.some((url) => url.includes(`/${name}-`));
  await shop.visit(haraz.path);
  await page.waitForLoadState("networkidle");
  expect(isFetched("Questions.island")).toBe(false);
  await liveSection(page);
  expect(isFetched("Questions.island")).toBe(true);
  expect(isFetched("QuestionForm")).toBe(false);
  await askLink(page).click();
  await expect(askForm(page)).toBeVisible();
  expect(isFetched("QuestionForm")).toBe(true);
});

test.describe("without script", { tag: "@no-script" }, () => {
  test("search and further pages are links and forms", async ({ page, shop }) => {
    await shop.visit(WITH_QUESTIONS);
    const first = await textsOf(page);
    await shop.arriving(() => moreLink(page).click());
    const next = await textsOf(page);
    expect(next.length).toBeGreaterThan(0);
    for (const text of next) expect(first).not.toContain(text);
    await searchBox(page).fill(WORD);
    await shop.arriving(() =>
      section(page)
        .getByRole("button", { name: t("questions.search-apply"), exact: true })
        .click(),
    );
    await expect(searchBox(page)).toHaveValue(WORD);
    for (const text of await textsOf(page)) expect(text).toContain(WORD);
    await searchBox(page).fill("كمبيوتر");
    await shop.arriving(() =>
      section(page)
        .getByRole("button", { name: t("questions.search-apply"), exact: true })
        .click(),
    );
    await expect(section(page)).toContainText(t("questions.none"));
  });

  test("a question and an answer are written on a page of their own, and an error keeps what was typed [QNA-02]", async ({
    page,
    shop,
    pageErrors,
  }) => {
    pageErrors.allow(/422/);
    await shop.visit(WITH_QUESTIONS);
    await shop.arriving(() => askLink(page).click());
    const text = newText();
    await fillQuestion(askForm(page), { text, email: "no address" });
    await shop.arriving(() => submitOf(askForm(page)).click());
    await expect(page.getByRole("alert")).toHaveText(t("questions.field-email-error"));
    await expect(textField(askForm(page))).toHaveValue(text);
    await fillQuestion(askForm(page), { text, email: newEmail() });
    await shop.arriving(() => submitOf(askForm(page)).click());
    await expect(page.getByRole("main")).toContainText(t("questions.submitted"));
    await shop.visit(WITH_QUESTIONS);
    await shop.arriving(() => answerLink(questions(page).first()).click());
    await fillQuestion(answerForm(page), { text: `${newText()} نعم.`, email: newEmail() });
    await shop.arriving(() => submitOf(answerForm(page)).click());
    await expect(page.getByRole("main")).toContainText(t("questions.submitted-answer"));
    await shop.arriving(() =>
      page
        .getByRole("main")
        .getByRole("link", { name: t("questions.form-back") })
        .click(),
    );
    expect(new URL(page.url()).pathname).toBe(encodeURI(haraz.path));
  });

  test("a vote is a form that leads back to the page", async ({ page, shop }) => {
    await shop.visit(WITH_QUESTIONS);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === "POST"),
      shop.arriving(() => questions(page).first().locator("button[value='1']").click()),
    ]);
    expect(answer.status()).toBe(303);
    expect(new URL(page.url()).pathname).toBe(encodeURI(haraz.path));
  });
});

import type { EnquiryPageView, InboxAnswer, InboxFile } from "../generated/enquiries";
import * as enquiriesText from "../generated/messages/enquiries";
import { CheckField } from "../ui/CheckField";
import controls from "../ui/controls.module.css";
import { HiddenInputs } from "../ui/HiddenInputs";
import { Notice } from "../ui/Notice";
import { SelectField } from "../ui/SelectField";
import { TextAreaField } from "../ui/TextAreaField";
import styles from "./EnquiryPage.module.css";

/** One enquiry for staff: what was sent, with the labels that the sender saw, and what can be done with it. */
export function EnquiryPage(page: EnquiryPageView) {
  const { title, form, inboxUrl, date, datetime, state, facts, answers, signals, notice } = page;
  return (
    <div className={`wrap section ${styles.page}`}>
      <p>
        <a className={controls.link} href={inboxUrl}>
          {enquiriesText.inboxAll()}
        </a>
      </p>
      <div className={styles.head}>
        <h1>{title}</h1>
        <span className={styles.badge}>{state}</span>
      </div>
      <p className={styles.sub}>
        <a className={controls.link} href={page.versionUrl}>
          {form}
        </a>{" "}
        <time dateTime={datetime}>{date}</time>
      </p>
      {notice && (
        <Notice kind={notice.isError ? "error" : "ok"} focused>
          {notice.text}
        </Notice>
      )}
      {signals.length > 0 && (
        <section className={styles.part} aria-labelledby="enquiry-signals">
          <h2 id="enquiry-signals">{enquiriesText.inboxSignals()}</h2>
          <ul className={styles.signals}>
            {signals.map((signal) => (
              <li key={signal}>{signal}</li>
            ))}
          </ul>
        </section>
      )}
      <section className={styles.part} aria-labelledby="enquiry-answers">
        <h2 id="enquiry-answers">{enquiriesText.inboxAnswers()}</h2>
        <dl className={styles.answers}>
          {answers.map((answer, index) => (
            <Answer key={index} {...answer} />
          ))}
        </dl>
      </section>
      <section className={styles.part} aria-labelledby="enquiry-details">
        <h2 id="enquiry-details">{enquiriesText.inboxDetails()}</h2>
        <dl className={styles.facts}>
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <bdi>{value}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <Messages messages={page.messages} />
      {/* What was sent is not offered again. */}
      <Reply key={`reply${page.messages.length}`} {...page} />
      <Note key={`note${page.messages.length}`} {...page} />
      <Assignee {...page} />
      <Actions {...page} />
    </div>
  );
}

function Answer({ label, values, files }: InboxAnswer) {
  const isEmpty = values.length === 0 && files.length === 0;
  return (
    <div>
      <dt>{label}</dt>
      {isEmpty && <dd className={styles.none}>{enquiriesText.inboxEmpty()}</dd>}
      {values.map((value) => (
        <dd key={value} className={styles.value} dir="auto">
          {value}
        </dd>
      ))}
      {files.map((file, index) => (
        <dd key={index} className={styles.file}>
          <File {...file} />
        </dd>
      ))}
    </div>
  );
}

function File({ name, size, url, state }: InboxFile) {
  return (
    <>
      <bdi className={styles.name}>{name}</bdi> <bdi dir="ltr">{size}</bdi>{" "}
      {url ? (
        <a
          className={controls.link}
          href={url}
          download=""
          aria-label={enquiriesText.inboxDownloadNamed({ name })}
        >
          {enquiriesText.inboxDownload()}
        </a>
      ) : (
        <span className={styles.badge}>{state}</span>
      )}
    </>
  );
}

/** Notes of the team and answers to the sender, in the order of writing. */
function Messages({ messages }: Pick<EnquiryPageView, "messages">) {
  return (
    <section className={styles.part} aria-labelledby="enquiry-messages">
      <h2 id="enquiry-messages">{enquiriesText.inboxMessages()}</h2>
      {messages.length === 0 && <p className={styles.none}>{enquiriesText.inboxMessagesNone()}</p>}
      {messages.length > 0 && (
        <ol className={styles.messages}>
          {messages.map(({ who, date, datetime, text, isAnswer, state }, index) => (
            <li key={index}>
              <p className={styles.sub}>
                <span className={styles.badge}>
                  {isAnswer ? enquiriesText.inboxAnswer() : enquiriesText.inboxNote()}
                </span>
                <bdi>{who}</bdi> <time dateTime={datetime}>{date}</time> {state}
              </p>
              <p className={styles.value} dir="auto">
                {text}
              </p>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

function Reply({ action, nonce, answerTo, canClose }: EnquiryPageView) {
  const button = `${controls.btn} ${controls.btnSm}`;
  return (
    <section className={styles.part} aria-labelledby="enquiry-reply">
      <h2 id="enquiry-reply">{enquiriesText.inboxAnswer()}</h2>
      {answerTo === null ? (
        <p className={styles.none}>{enquiriesText.inboxAnswerNobody()}</p>
      ) : (
        <form className={styles.write} method="post" action={action}>
          <HiddenInputs pairs={[["nonce", nonce]]} />
          <TextAreaField
            id="enquiry-answer"
            name="text"
            label={enquiriesText.inboxAnswer()}
            hint={enquiriesText.inboxAnswerHint({ to: answerTo })}
            maxLength={5000}
            required
          />
          <div className={styles.sub}>
            <button type="submit" name="do" value="answer" className={`${button} ${controls.btnPrimary}`}>
              {enquiriesText.inboxAnswerSend()}
            </button>
            {canClose && (
              <button type="submit" name="do" value="answer-close" className={button}>
                {enquiriesText.inboxAnswerClose()}
              </button>
            )}
          </div>
        </form>
      )}
    </section>
  );
}

function Note({ action, nonce }: EnquiryPageView) {
  return (
    <form className={styles.write} method="post" action={action}>
      <HiddenInputs pairs={[["nonce", nonce]]} />
      <TextAreaField
        id="enquiry-note"
        name="text"
        label={enquiriesText.inboxNote()}
        hint={enquiriesText.inboxNoteHint()}
        rows={3}
        maxLength={5000}
        required
      />
      <button type="submit" name="do" value="note" className={`${controls.btn} ${controls.btnSm}`}>
        {enquiriesText.inboxNoteSave()}
      </button>
    </form>
  );
}

function Assignee({ action, nonce, members, assignee }: EnquiryPageView) {
  return (
    <form className={styles.write} method="post" action={action}>
      <HiddenInputs
        pairs={[
          ["nonce", nonce],
          ["was", assignee],
        ]}
      />
      <SelectField
        key={assignee}
        id="enquiry-assignee"
        name="assignee"
        label={enquiriesText.inboxWho()}
        options={members}
        defaultValue={assignee}
      />
      <button type="submit" name="do" value="assign" className={`${controls.btn} ${controls.btnSm}`}>
        {enquiriesText.inboxAssign()}
      </button>
    </form>
  );
}

function Actions({ action, nonce, canClose, canReopen, canRelease, canSpam }: EnquiryPageView) {
  const pairs: Array<[string, string]> = [["nonce", nonce]];
  const buttons: Array<[isShown: boolean, value: string, label: string]> = [
    [canSpam, "spam", enquiriesText.inboxToSpam()],
    [canClose, "close", enquiriesText.inboxClose()],
    [canReopen, "reopen", enquiriesText.inboxReopen()],
    [canRelease, "not-spam", enquiriesText.inboxNotSpam()],
  ];
  return (
    <section className={styles.part} aria-labelledby="enquiry-actions">
      <h2 id="enquiry-actions">{enquiriesText.inboxActions()}</h2>
      {buttons.map(
        ([isShown, value, label]) =>
          isShown && (
            <form key={value} method="post" action={action}>
              <HiddenInputs pairs={pairs} />
              <button
                type="submit"
                name="do"
                value={value}
                className={`${controls.btn} ${controls.btnPrimary} ${controls.btnSm}`}
              >
                {label}
              </button>
            </form>
          ),
      )}
      {canRelease && <p className={styles.sub}>{enquiriesText.inboxNotSpamHint()}</p>}
      <form className={styles.delete} method="post" action={action}>
        <HiddenInputs pairs={pairs} />
        <CheckField
          id="enquiry-delete"
          name="confirm"
          value="1"
          label={enquiriesText.inboxDeleteConfirm()}
          required
        />
        <button
          type="submit"
          name="do"
          value="delete"
          className={`${controls.btn} ${controls.btnDanger} ${controls.btnSm}`}
        >
          {enquiriesText.inboxDelete()}
        </button>
      </form>
    </section>
  );
}

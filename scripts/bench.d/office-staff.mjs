// Members of staff for measurements: made with the server's command, signed in with password and code as in a browser.
import { execFileSync } from "node:child_process";
import { createHmac, randomBytes } from "node:crypto";
import { Agent, request } from "node:http";

const { env } = process;
const LOGIN = "/ar/wp-login.php";
const PASSWORD = "بوابة الدكان 2026";

/** An owner. */
export function addMember(settings, email) {
  const secret = randomBytes(20);
  const options = ["--email", email, "--name", "هدى", "--admin", "--secret", secret.toString("hex")];
  execFileSync(env.MATJAR_SERVER, ["staff", "add", ...options], { env: { ...env, ...settings }, input: PASSWORD });
  return { email, secret };
}

/** The current one-time code. */
function codeOf(secret) {
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const mac = createHmac("sha1", secret).update(step).digest();
  const at = mac.at(-1) & 15;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

const agent = new Agent({ keepAlive: true });

/** One request. `form`: it is posted. */
export function send(origin, path, headers = {}, form = undefined) {
  const own = form && { "content-type": "application/x-www-form-urlencoded", origin, "sec-fetch-site": "same-origin" };
  return new Promise((done, failed) => {
    const call = request(origin + path, { method: form ? "POST" : "GET", agent, headers: { ...headers, ...own } }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", failed);
      response.on("end", () =>
        done({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    call.on("error", failed);
    call.end(form && new URLSearchParams(form).toString());
  });
}

const cookieOf = ({ headers }, name) =>
  (headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).find((line) => line.startsWith(`${name}=`));

/** The cookie of a new session. A code is accepted once, so a member signs in once in a run. */
export async function signIn(origin, { email, secret }) {
  const page = await send(origin, LOGIN);
  const nonce = /name="_wpnonce" value="([0-9a-f]{32})"/.exec(page.text.slice(page.text.indexOf("<main")))?.[1] ?? "";
  const cookie = cookieOf(page, "__Host-sid");
  const answer = await send(origin, LOGIN, { cookie }, { log: email, pwd: PASSWORD, code: codeOf(secret), _wpnonce: nonce });
  const session = cookieOf(answer, "__Host-staff");
  if (answer.status !== 303 || !session) throw new Error(`no way in: ${answer.status} ${answer.text.slice(0, 500)}`);
  return session;
}

export const asView = (cookie) => ({ cookie, accept: "application/json" });
export const asPage = (cookie) => ({ cookie, accept: "text/html" });

/** The view of a page. */
export async function view(origin, path, cookie) {
  const answer = await send(origin, path, asView(cookie));
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`);
  return JSON.parse(answer.text).props;
}

/** Posts a form; returns where its answer leads. */
export async function post(origin, path, cookie, form) {
  const answer = await send(origin, path, asView(cookie), form);
  if (answer.status !== 303) throw new Error(`${path} answered ${answer.status}: ${answer.text.slice(0, 500)}`);
  return answer.headers.location;
}

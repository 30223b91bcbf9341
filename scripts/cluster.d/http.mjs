// One request of a person's browser: the shop's name has several addresses, and the other one is tried when one refuses.
import { Agent, request as ask } from "node:http";

const agent = new Agent({ keepAlive: true, maxSockets: 200, timeout: 25_000 });

/** Resolves with `{status, headers, text}`, or null when there was no answer in time. */
export function send(address, { path, host = address, method = "GET", headers = {}, body, timeout = 20_000 }) {
  const [hostname, port] = address.split(":");
  return new Promise((done) => {
    const fields = { host, "sec-fetch-site": "same-origin", referer: `http://${host}/ar/`, ...headers };
    if (body !== undefined) {
      fields["content-type"] ??= "application/x-www-form-urlencoded";
      fields["content-length"] = Buffer.byteLength(body);
    }
    const call = ask({ hostname, port, agent, path, method, headers: fields }, (response) => {
      const chunks = [];
      response.on("data", (chunk) => chunks.push(chunk));
      response.on("error", () => finish(null));
      response.on("aborted", () => finish(null));
      response.on("end", () =>
        finish({ status: response.statusCode, headers: response.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    const timer = setTimeout(() => call.destroy(new Error("no answer in time")), timeout);
    const finish = (answer) => {
      clearTimeout(timer);
      done(answer);
    };
    // Browsers try the next address after a moment when one does not answer.
    call.on("socket", (socket) => {
      if (!socket.connecting) return;
      const connecting = setTimeout(() => call.destroy(new Error("not connected")), 1_000);
      socket.once("connect", () => clearTimeout(connecting));
      socket.once("close", () => clearTimeout(connecting));
    });
    call.on("error", () => finish(null));
    call.end(body);
  });
}

export const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

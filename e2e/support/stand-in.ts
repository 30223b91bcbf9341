import { createServer } from "node:http";

/** A page's report to the stand-in of an analytics service. */
export type Report = { from: string; call: Array<unknown> };

export type StandIn = {
  origin: string;
  reports: Array<Report>;
  loads: Array<string>;
  close(): Promise<void>;
};

/** Sends each entry of the data layer and each call of the pixel to the stand-in, as the real scripts do. */
const SCRIPT = `
{
  const origin = new URL(document.currentScript.src).origin;
  const send = (from, call) =>
    fetch(origin + "/collect", { method: "POST", mode: "no-cors", keepalive: true, body: JSON.stringify({ from, call }) });
  if (!window.standIn) {
    window.standIn = true;
    const entry = (one) => send("layer", "length" in Object(one) ? Array.from(one) : [one]);
    const layer = window.dataLayer ?? [];
    layer.forEach(entry);
    layer.push = (one) => entry(one);
    if (window.fbq) {
      window.fbq.queue.forEach((call) => send("pixel", call));
      window.fbq.callMethod = (...call) => send("pixel", call);
    }
  }
}`;

/** A server in place of the analytics service, the tag manager and the pixel. */
export async function openStandIn(): Promise<StandIn> {
  const reports: Array<Report> = [];
  const loads: Array<string> = [];
  const server = createServer((request, response) => {
    const url = request.url ?? "";
    if (url !== "/collect") {
      loads.push(url);
      response.writeHead(200, {
        "content-type": "text/javascript",
        "cross-origin-resource-policy": "cross-origin",
      });
      response.end(SCRIPT);
      return;
    }
    let body = "";
    request.on("data", (chunk) => {
      body += chunk;
    });
    request.on("end", () => {
      reports.push(JSON.parse(body));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    origin: `http://localhost:${address.port}`,
    reports,
    loads,
    close: () => new Promise((closed) => server.close(() => closed())),
  };
}

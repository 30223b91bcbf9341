import type { IncomingMessage, ServerResponse } from "node:http";
import type { LayoutView } from "../generated/edge";
import type { Assets } from "./assets";
import {
  type HeldRequest,
  isHeld,
  type MailRequest,
  type PageRequest,
  type RegionRequest,
  renderHeld,
  renderLayout,
  renderMail,
  renderPage,
  renderRegion,
  UnknownComponent,
} from "./render";

const MAX_BODY = 16 * 1024 * 1024;
const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json; charset=utf-8";

const encoder = new TextEncoder();
const BUFFER_BYTES = 256 * 1024;
const MAX_SPARE_BUFFERS = 16;
/** Buffers of answers that have been sent. */
const spareBuffers: Array<Buffer> = [];

/** An answer is encoded once: for a string, Node encodes to count the bytes, and again to send them. */
function send(response: ServerResponse, status: number, type: string, body: string): void {
  const maxBytes = body.length * 3;
  const isLarge = maxBytes > BUFFER_BYTES;
  const buffer =
    (isLarge ? undefined : spareBuffers.pop()) ?? Buffer.allocUnsafeSlow(Math.max(maxBytes, BUFFER_BYTES));
  const { written } = encoder.encodeInto(body, buffer);
  response.writeHead(status, { "content-type": type, "content-length": written });
  response.end(buffer.subarray(0, written), () => {
    if (!isLarge && spareBuffers.length < MAX_SPARE_BUFFERS) spareBuffers.push(buffer);
  });
}

/** The request cannot be parsed: status 400. */
class BadRequest extends Error {
  override name = "BadRequest";
}

/** Reads the body with events: an async iterator is slower. */
function readText(request: IncomingMessage): Promise<string> {
  return new Promise((done, failed) => {
    const chunks: Array<Buffer> = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY) chunks.push(chunk);
    });
    request.on("end", () => {
      if (size > MAX_BODY) failed(new BadRequest("the request is too large"));
      else done(Buffer.concat(chunks).toString("utf8"));
    });
    request.on("error", failed);
  });
}

async function read<T>(request: IncomingMessage): Promise<T> {
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BadRequest("the request is no JSON", { cause: error });
  }
}

/** An error in a component fails only its request: it is returned with its stack, and the process continues. */
function explain(response: ServerResponse, error: unknown, component: string): void {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  const theirs = error instanceof UnknownComponent || error instanceof BadRequest;
  send(
    response,
    theirs ? 400 : 500,
    JSON_TYPE,
    JSON.stringify({ error: message, component, stack: stack ?? "" }),
  );
}

/** Handles one request to the renderer, which is stateless. `assets`: the browser's files that pages refer to. */
export async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  assets: Assets,
): Promise<void> {
  let component = "";
  try {
    if (request.method === "GET" && request.url === "/health") {
      send(response, 200, "text/plain; charset=utf-8", "ok");
    } else if (request.method === "POST" && request.url === "/page") {
      const page: PageRequest = await read(request);
      component = page.component;
      send(response, 200, HTML, renderPage(page, assets));
    } else if (request.method === "POST" && request.url === "/layout") {
      const layout: LayoutView = await read(request);
      component = "layout/ShopLayout";
      send(response, 200, HTML, renderLayout(layout));
    } else if (request.method === "POST" && request.url === "/regions") {
      const wanted: Array<RegionRequest | HeldRequest> = await read(request);
      const rendered: Record<string, string> = {};
      for (const region of wanted) {
        component = region.component;
        rendered[region.key] = isHeld(region) ? renderHeld(region) : renderRegion(region);
      }
      send(response, 200, JSON_TYPE, JSON.stringify(rendered));
    } else if (request.method === "POST" && request.url === "/mail") {
      const mail: MailRequest = await read(request);
      component = mail.component;
      send(response, 200, JSON_TYPE, JSON.stringify(renderMail(mail)));
    } else {
      send(response, 404, JSON_TYPE, JSON.stringify({ error: "no such question", component, stack: "" }));
    }
  } catch (error) {
    explain(response, error, component);
  }
}

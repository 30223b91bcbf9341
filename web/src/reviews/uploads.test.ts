// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";
import { reviewForm } from "../testing/review-samples";
import { checkFiles, sendUpload, shrinkPicture } from "./uploads";

afterEach(() => vi.useRealTimers());

const jpeg = { type: "image/jpeg", size: 1000 };
const check = (count: number, ...files: Array<{ type: string; size: number }>) =>
  checkFiles(count, files, reviewForm);

test("five files fit, one more does not [REV-55]", () => {
  expect(check(0, jpeg, jpeg, jpeg, jpeg, jpeg)).toBeNull();
  expect(check(3, jpeg, jpeg)).toBeNull();
  expect(check(3, jpeg, jpeg, jpeg)).toBe("too-many");
  expect(check(5, jpeg)).toBe("too-many");
});

test.each([
  ...["image/jpeg", "image/png", "image/jpg", "image/gif"],
  ...["video/mp4", "video/mpeg", "video/ogg", "video/webm", "video/quicktime", "video/x-msvideo"],
])("%s is accepted [REV-56]", (type) => expect(check(0, { ...jpeg, type })).toBeNull());

test.each(["image/webp", "image/svg+xml", "image/heic", "video/x-matroska", "text/html", ""])(
  "%j is not [REV-56]",
  (type) => expect(check(0, jpeg, { ...jpeg, type })).toBe("type"),
);

test("a file may have 26214400 bytes, in both forms [REV-57] [REV-58]", () => {
  expect(check(0, { ...jpeg, size: 26_214_400 })).toBeNull();
  expect(check(0, { ...jpeg, size: 26_214_401 })).toBe("size");
});

/** A browser that reads a picture of the given size, and writes JPEGs of `bytes` bytes. */
function canvas(width: number, height: number, bytes: number) {
  const made: Array<[number, number]> = [];
  vi.stubGlobal("createImageBitmap", async () => ({ width, height }));
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      constructor(...size: [number, number]) {
        made.push(size);
      }
      getContext = () => ({ fillRect: () => {}, drawImage: () => {} });
      convertToBlob = async ({ type, quality }: { type: string; quality: number }) => {
        expect(quality).toBe(0.85);
        return new Blob([new Uint8Array(bytes)], { type });
      };
    },
  );
  return made;
}
const file = (bytes: number, name: string, type: string) => new File([new Uint8Array(bytes)], name, { type });

test("a photograph of more than 2,000 pixels or 2 MB is sent smaller, as a JPEG", async () => {
  const made = canvas(4000, 3000, 500);
  const small = await shrinkPicture(file(9000, "IMG_1.png", "image/png"));
  expect([small.name, small.type, small.size]).toEqual(["IMG_1.jpg", "image/jpeg", 500]);
  expect(made).toEqual([[2000, 1500]]);
  canvas(800, 600, 500);
  expect((await shrinkPicture(file(3_000_000, "a.jpg", "image/jpeg"))).size).toBe(500);
});

test("small photographs, other files and what the browser cannot read are sent as they are", async () => {
  canvas(800, 600, 500);
  for (const one of [
    file(9000, "a.jpg", "image/jpeg"),
    file(3_000_000, "a.gif", "image/gif"),
    file(3_000_000, "a.mp4", "video/mp4"),
  ])
    expect(await shrinkPicture(one)).toBe(one);
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new Error("no picture")));
  const broken = file(3_000_000, "a.jpg", "image/jpeg");
  expect(await shrinkPicture(broken)).toBe(broken);
});

type Reply = { status: number; text: string } | null;

/** XMLHttpRequest that replies in turn; null: the connection fails. */
function network(...replies: Array<Reply>) {
  const keys: Array<string> = [];
  class Request {
    upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
    status = 0;
    responseText = "";
    onload = () => {};
    onerror = () => {};
    onabort = () => {};
    open = () => {};
    setRequestHeader = (_: string, value: string) => void keys.push(value);
    abort = () => this.onabort();
    send = () => {
      this.upload.onprogress?.({ loaded: 50, total: 200 });
      const reply = replies.shift();
      if (!reply) return this.onerror();
      this.status = reply.status;
      this.responseText = reply.text;
      this.onload();
    };
  }
  vi.stubGlobal("XMLHttpRequest", Request);
  return keys;
}
const done: Reply = { status: 200, text: '{"code":200,"attachment":{"id":"1","key":"k"},"message":""}' };
const send = (onProgress = (_: number) => {}) =>
  sendUpload({
    url: "/",
    body: new FormData(),
    idempotencyKey: "key",
    onProgress,
    signal: new AbortController().signal,
  });

test("an upload without an answer is sent again twice, with the same key", async () => {
  vi.useFakeTimers();
  const keys = network(null, { status: 502, text: "<html>" }, done);
  const sending = send();
  await vi.runAllTimersAsync();
  expect((await sending).code).toBe(200);
  expect(keys).toEqual(["key", "key", "key"]);
});

test("after three attempts it fails, and a refusal is not sent again", async () => {
  vi.useFakeTimers();
  const keys = network(null, null, null, done);
  const sending = send().catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  expect(await sending).toBeInstanceOf(Error);
  expect(keys).toHaveLength(3);
  const others = network({ status: 413, text: "" }, done);
  await expect(send()).rejects.toThrow("413");
  expect(others).toHaveLength(1);
});

test("progress is reported in percent [REV-60]", async () => {
  network(done);
  const seen: Array<number> = [];
  await send((percent) => void seen.push(percent));
  expect(seen).toEqual([25]);
});

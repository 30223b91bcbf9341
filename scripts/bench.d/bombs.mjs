// The latency of a public page while hostile pictures are uploaded and decoded: they must not move it.
import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { promisify } from "node:util";
import { constants, crc32, deflateRawSync } from "node:zlib";
import { load } from "./load.mjs";
import { start, startShop, stop } from "./processes.mjs";
import { psql } from "./review-rows.mjs";
import { PRODUCT } from "./warm.mjs";

const run = promisify(execFile);
const { env } = process;
const PAGES_PER_SECOND = 50;
const SECONDS = 15;
const BOUNDARY = "----matjar-bench";
const share = (times, part) => times[Math.min(times.length - 1, Math.floor(times.length * part))];

function chunk(kind, data) {
  const body = Buffer.concat([Buffer.from(kind), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
}

/** A black PNG. One compressed block is repeated, so that hundreds of megabytes take no time to make. */
function bomb(width, height, depth) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, 6, 0, 0, 0], 8);
  const raw = height * (1 + (width * 4 * depth) / 8);
  const block = 1 << 20;
  const zeros = Buffer.alloc(block);
  const full = deflateRawSync(zeros, { level: 9, finishFlush: constants.Z_FULL_FLUSH });
  const rest = deflateRawSync(zeros.subarray(0, raw % block), { level: 9 });
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE((raw % 65521) * 65536 + 1);
  const data = Buffer.concat([Buffer.from([0x78, 0xda]), ...Array(Math.floor(raw / block)).fill(full), rest, sum]);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", data), chunk("IEND", Buffer.alloc(0))]);
}

function upload(origin, product, number, file) {
  const field = (name, value) => `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `${field("action", "cr_upload_media")}${field("cr_item", product)}--${BOUNDARY}\r\ncontent-disposition: form-data; name="cr_file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  return {
    method: "POST",
    path: "/ar/wp-admin/admin-ajax.php",
    headers: {
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      origin,
      "sec-fetch-site": "same-origin",
      "x-forwarded-for": `10.8.${(number >> 8) & 255}.${number & 255}`,
    },
    body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  };
}

export async function bombs() {
  const folder = `${env.MATJAR_BENCH}/uploads`;
  mkdirSync(folder, { recursive: true });
  const settings = { MATJAR_UPLOADS: folder, MATJAR_MEDIA_PROCESS: "separate", MATJAR_UPLOAD_MIN_FREE_DISK: "0" };
  const shop = await startShop({ ...settings, MATJAR_TRUSTED_PROXIES: "127.0.0.0/8" });
  const media = start("media", env.MATJAR_SERVER, ["media"], { env: { ...env, ...settings } });
  const sample = (seconds) =>
    run(process.execPath, [new URL("./sample.mjs", import.meta.url).pathname, shop.origin + PRODUCT, PAGES_PER_SECOND, seconds]);
  await sample(2);
  const quiet = JSON.parse((await sample(8)).stdout);
  const product = psql(env.DATABASE_ADMIN_URL, "select min(id) from products where sku like 'BULK-%'");
  // Two that are refused by their header, and one of 49 megapixels that is decoded.
  const files = [bomb(50000, 50000, 8), bomb(8000, 6000, 16), bomb(7000, 7000, 8)];
  let sent = 0;
  let running = true;
  const flood = async () => {
    while (running) {
      const make = () => upload(shop.origin, product, sent, files[sent++ % files.length]);
      await load({ origin: shop.origin, count: 4, connections: 4, make });
    }
  };
  const flooding = flood();
  const busy = JSON.parse((await sample(SECONDS)).stdout);
  running = false;
  await flooding;
  const decoded = Number(psql(env.DATABASE_ADMIN_URL, "select count(*) from media_files where state <> 'received'"));
  await stop(media);
  await stop(shop.child);
  if (decoded < 10) throw new Error(`only ${decoded} of ${sent} files were judged`);
  return [
    { name: `public page while ${sent} bombs arrive and ${decoded} are judged, median ms; bare: idle`, all: share(busy, 0.5), bare: share(quiet, 0.5) },
    { name: "  p99 ms; bare: idle", all: share(busy, 0.99), bare: share(quiet, 0.99), value: share(busy, 0.99), must: 50 },
  ];
}

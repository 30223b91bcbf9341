// Writes a compressed copy of every built text file with the highest compression level. The server sends the copy as
// it is to browsers that accept the encoding.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliCompressSync, gzipSync, constants as zlib, zstdCompressSync } from "node:zlib";

const TEXT = /\.(?:js|css|svg|html)$/;
const PACKED = {
  br: (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [zlib.BROTLI_PARAM_MODE]: zlib.BROTLI_MODE_TEXT,
        [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY,
        [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  zst: (bytes) => zstdCompressSync(bytes, { params: { [zlib.ZSTD_c_compressionLevel]: 19 } }),
  gz: (bytes) => gzipSync(bytes, { level: zlib.Z_BEST_COMPRESSION }),
};

/** Small files are skipped if compression does not make them smaller. */
export function compress(folder) {
  for (const { name, parentPath } of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!TEXT.test(name)) continue;
    const file = `${parentPath}/${name}`;
    const bytes = readFileSync(file);
    for (const [ending, pack] of Object.entries(PACKED)) {
      const packed = pack(bytes);
      if (packed.length < bytes.length) writeFileSync(`${file}.${ending}`, packed);
    }
  }
}

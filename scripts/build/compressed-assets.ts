/** Compressed copies of the built app's hashed files: browsers load them once, so the best compression is worth its time. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'

const compress = promisify(brotliCompress)

/** Smaller files fit into one packet anyway. Fonts and images are compressed already. */
const AT_LEAST_BYTES = 1024
const TEXT = /\.(js|css|svg)$/

/** Writes `<file>.br` beside each text file in `assets`. Throws when the folder cannot be read or written. */
export async function compressAssets(outDir: string): Promise<void> {
  const assets = join(outDir, 'assets')
  const names = (await readdir(assets)).filter((name) => TEXT.test(name))
  const queue = names.map((name) => join(assets, name))
  const lane = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      const text = await readFile(file)
      if (text.length < AT_LEAST_BYTES) continue
      const params = {
        [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
        [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
      }
      // A build that is ended halfway must not leave half a copy.
      await writeFile(`${file}.part`, await compress(text, { params }))
      await rename(`${file}.part`, `${file}.br`)
    }
  }
  await Promise.all([lane(), lane()])
}

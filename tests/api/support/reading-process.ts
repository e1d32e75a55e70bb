/** A process that reads one uploaded spreadsheet as the server does, and prints the answer and what memory it took. */
import { readFileSync } from 'node:fs'
import { readUpload } from '../../../server/imports/read-upload.ts'
import { suggestedImportMapping } from '../../../src/domain/imports/lists.ts'
import { NO_ORDERS } from '../../../src/domain/spreadsheet/day-order.ts'
import { HEADERS } from './renewal-file.ts'

const [path = ''] = process.argv.slice(2)
const bytes = new Uint8Array(readFileSync(path))
const before = process.memoryUsage.rss()
let peak = before
const timer = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage.rss())
}, 5)
const answer = await readUpload({
  bytes,
  list: 'renewals',
  mapping: suggestedImportMapping('renewals', HEADERS),
  sheet: null,
  accents: null,
  insurer: '',
  orders: NO_ORDERS,
  nowMs: Date.now(),
}).then(
  ({ good }) => `${good.length} lines`,
  (error: unknown) => (error instanceof Error ? `${error.name}: ${error.message}` : String(error)),
)
clearInterval(timer)
peak = Math.max(peak, process.memoryUsage.rss())
process.stdout.write(JSON.stringify({ answer, grown: peak - before }))

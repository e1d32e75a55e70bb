/** Which bytes of a file a request asks for: RFC 9110, section 14. */
import rangeParser from 'range-parser'
import type { ByteRange } from '../base/file-store.ts'

/**
 * null: the whole file, also for several ranges and for a header that cannot be read. 'none': the file has no such
 * bytes.
 */
export function byteRange(header: string | undefined, size: number): ByteRange | 'none' | null {
  if (header === undefined) return null
  const ranges = rangeParser(size, header)
  if (ranges === -1) return 'none'
  const [range, ...more] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges
  return range === undefined || more.length > 0 ? null : range
}

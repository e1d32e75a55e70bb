/** The lines of a text file, found in its bytes without decoding them. docs/rules.md#bounds-of-a-file */
import { LONGEST_LINE, tooLongLine } from './limits.ts'

const [BREAK, RETURN, FIRST_HIGH] = [0x0a, 0x0d, 0x80]

export interface ByteLine {
  /** From 1. */
  readonly line: number
  /** Where it begins and ends, without its break. */
  readonly start: number
  readonly end: number
  /** Where the next one begins. */
  readonly next: number
  readonly isAscii: boolean
}

/** One at a time, also of a file of a single line. Throws UnreadableFile for a line that is too long. */
export function* byteLines(bytes: Uint8Array, begin: number): Generator<ByteLine> {
  let line = 1
  for (let start = begin; start < bytes.length; line++) {
    let end = start
    let high = 0
    for (; end < bytes.length; end++) {
      const byte = bytes[end] ?? 0
      if (byte === BREAK || byte === RETURN) break
      high |= byte
    }
    if (end - start > LONGEST_LINE) throw tooLongLine(line)
    const next = end + (bytes[end] === RETURN && bytes[end + 1] === BREAK ? 2 : 1)
    yield { line, start, end, next, isAscii: high < FIRST_HIGH }
    start = next
  }
}

/** Arguments of one call are limited. */
const AT_ONCE = 8192

/** Bytes as signs of the same numbers. */
export function latinText(bytes: Uint8Array): string {
  if (bytes.length <= AT_ONCE) return String.fromCharCode(...bytes)
  let text = ''
  for (let at = 0; at < bytes.length; at += AT_ONCE)
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE))
  return text
}

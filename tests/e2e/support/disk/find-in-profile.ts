/** Searches a browser profile for texts and keys, in every way in which a browser writes them. */
import { profilePieces } from './profile-pieces.ts'

const FIRST_BYTES = 4
const HASHES = 2 ** 16

const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()

/**
 * Values are UTF-8 (JSON), Latin-1 or UTF-16 (V8's texts). Keys of IndexedDB are UTF-16 with the higher byte first. A text that
 * Latin-1 cannot write is left out there. Addresses, of the history and of the browser's restart, are UTF-8.
 */
function writings(text: string): Buffer[] {
  const wide = Buffer.from(text, 'utf16le')
  const narrow = Buffer.from(text, 'latin1')
  return [
    Buffer.from(text, 'utf8'),
    // As addresses have it.
    ...[encodeURIComponent(text), encodeURIComponent(text).replaceAll('%20', '+')].map((url) =>
      Buffer.from(url),
    ),
    ...(narrow.toString('latin1') === text ? [narrow] : []),
    wide,
    swapped(wide),
  ]
}

/** The bytes themselves, and their usual texts. */
export function keyWritings(key: Uint8Array): Buffer[] {
  const bytes = Buffer.from(key)
  return [bytes, ...(['hex', 'base64', 'base64url'] as const).flatMap((as) => writings(bytes.toString(as)))]
}

/** What is searched: the name under which it is found, and its writings. */
export type Terms = ReadonlyMap<string, readonly Buffer[]>

export const textTerms = (texts: Iterable<string>): Map<string, readonly Buffer[]> =>
  new Map(Array.from(texts, (text) => [text, writings(text)]))

/** One pass over the bytes for all terms: by the first bytes of each. */
class Search {
  readonly #byStart = new Map<number, { name: string; bytes: Buffer }[]>()
  readonly #mayStart = new Uint8Array(HASHES)

  constructor(terms: Terms) {
    for (const [name, list] of terms)
      for (const bytes of list) {
        if (bytes.length < FIRST_BYTES) throw new RangeError(`${name} is too short to search for`)
        const start = bytes.readUInt32LE(0)
        const same = this.#byStart.get(start) ?? []
        this.#byStart.set(start, [...same, { name, bytes }])
        this.#mayStart[start & (HASHES - 1)] = 1
      }
  }

  /** Calls `found` for each term in the bytes. */
  in(bytes: Buffer, found: (name: string) => void): void {
    const last = bytes.length - FIRST_BYTES
    for (let at = 0; at <= last; at++) {
      const low = (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)
      if (this.#mayStart[low] === 0) continue
      for (const term of this.#byStart.get(bytes.readUInt32LE(at)) ?? [])
        if (term.bytes.equals(bytes.subarray(at, at + term.bytes.length))) found(term.name)
    }
  }
}

/** Returns the terms that are on the disk, each with the files that have it. */
export async function findInProfile(profile: string, terms: Terms): Promise<Map<string, Set<string>>> {
  const search = new Search(terms)
  const found = new Map<string, Set<string>>()
  for await (const { file, bytes } of profilePieces(profile))
    search.in(bytes, (name) => {
      const files = found.get(name) ?? new Set()
      found.set(name, files.add(file))
    })
  return found
}

/** The app's own files, which have the password of the demo. */
const APP_FILES = /CacheStorage|ScriptCache|Cache_Data|Code Cache/

/** Whatever is on the disk but the app's own files, each with the files that have it: the message of a failed comparison. */
export async function found(profile: string, terms: Terms): Promise<string[]> {
  const all = await findInProfile(profile, terms)
  return Array.from(all, ([name, files]) => ({
    name,
    files: [...files].filter((file) => !APP_FILES.test(file)),
  }))
    .filter(({ files }) => files.length > 0)
    .map(({ name, files }) => `${name}: ${files.join(', ')}`)
}
